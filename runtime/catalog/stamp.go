package catalog

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// Stamp gives the catalog what differs from one making to the next: its version,
// which is the time in seconds, and a random identity.
func (c *Catalog) Stamp(now time.Time, random io.Reader) error {
	c.Version = strconv.FormatInt(now.Unix(), 10)
	var b [16]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return err
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80 // RFC 4122, version 4
	c.UUID = fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:])
	return nil
}
