package main

import (
	"bufio"
	"bytes"
	"io"
)

// answerLines answers each line of in on out, in order, flushed after each.
func answerLines(in io.Reader, out io.Writer, answer func(line []byte) []byte) error {
	r := bufio.NewReaderSize(in, 1<<20)
	w := bufio.NewWriter(out)
	for {
		line, err := r.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			w.Write(answer(line))
			w.WriteByte('\n')
			if err := w.Flush(); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
