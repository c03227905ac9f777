package main

import (
	"bufio"
	"bytes"
	"io"
	"runtime"
)

// answerLines answers each line of in on out, in order, flushed after each. Up to
// jobs lines are worked on at a time; 0 is one for each core.
func answerLines(in io.Reader, out io.Writer, jobs int, answer func(line []byte) []byte) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	r := bufio.NewReaderSize(in, 1<<20)
	w := bufio.NewWriter(out)
	// Beside what waits here, one line is at the reader or the writer.
	ahead := make(chan chan []byte, jobs-1)
	stop := make(chan struct{})
	var failure error
	go func() {
		defer close(ahead)
		for {
			line, err := r.ReadBytes('\n')
			if line = bytes.TrimSpace(line); len(line) > 0 {
				done := make(chan []byte, 1)
				if jobs > 1 {
					select {
					case ahead <- done:
					case <-stop:
						return
					}
					go func() { done <- answer(line) }()
				} else {
					done <- answer(line)
					select {
					case ahead <- done:
					case <-stop:
						return
					}
				}
			}
			if err != nil {
				if err != io.EOF {
					failure = err
				}
				return
			}
		}
	}()
	for done := range ahead {
		w.Write(<-done)
		w.WriteByte('\n')
		if err := w.Flush(); err != nil {
			close(stop)
			return err
		}
	}
	return failure // written before ahead was closed
}
