package pcore

import "encoding/base64"

func appendBase64(b, data []byte) []byte { return base64.StdEncoding.AppendEncode(b, data) }
