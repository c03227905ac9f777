package pcore

import "fmt"

type constructor struct{ sigs []Signature }

func (c *constructor) signatures() []Signature { return c.sigs }

func constructorOf(t Type) (*constructor, error) {
	return nil, fmt.Errorf("Creation of new instance of type '%s' is not supported", t)
}
