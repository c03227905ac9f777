package loader

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// File is a file that was read.
type File struct {
	Path string
	Text string
	// Digest is the SHA-256 of the text in hexadecimal.
	Digest string
}

// Files reads files below some roots, each once. It is safe for concurrent use.
type Files struct {
	roots []string
	mu    sync.Mutex
	files map[string]*fileResult
	dirs  map[string]map[string]bool
}

type fileResult struct {
	once sync.Once
	file *File
	err  error
}

// NewFiles makes a reader for files below the roots.
func NewFiles(roots []string) *Files {
	f := &Files{files: map[string]*fileResult{}, dirs: map[string]map[string]bool{}}
	for _, r := range roots {
		if abs, err := filepath.Abs(r); err == nil {
			f.roots = append(f.roots, filepath.Clean(abs))
		}
	}
	return f
}

// Within reports whether a cleaned absolute path is below one of the roots.
func (f *Files) Within(path string) bool {
	for _, r := range f.roots {
		if path == r || strings.HasPrefix(path, r+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// Read reads a file below the roots.
func (f *Files) Read(path string) (*File, error) {
	path = filepath.Clean(path)
	if !filepath.IsAbs(path) || !f.Within(path) {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("the file is outside of the environment")}
	}
	return f.ReadAnywhere(path)
}

// ReadAnywhere reads any file, for functions that are meant to (file, template
// with an absolute path).
func (f *Files) ReadAnywhere(path string) (*File, error) {
	path = filepath.Clean(path)
	f.mu.Lock()
	r := f.files[path]
	if r == nil {
		r = &fileResult{}
		f.files[path] = r
	}
	f.mu.Unlock()
	r.once.Do(func() {
		text, err := os.ReadFile(path)
		if err != nil {
			r.err = err
			return
		}
		sum := sha256.Sum256(text)
		r.file = &File{Path: path, Text: string(text), Digest: hex.EncodeToString(sum[:])}
	})
	return r.file, r.err
}

// Exists reports whether there is a file of exactly that name, with its case,
// below the roots. Directories are listed once.
func (f *Files) Exists(path string) bool {
	path = filepath.Clean(path)
	if !f.Within(path) {
		return false
	}
	dir, base := filepath.Split(path)
	dir = filepath.Clean(dir)
	f.mu.Lock()
	defer f.mu.Unlock()
	names, ok := f.dirs[dir]
	if !ok {
		if entries, err := os.ReadDir(dir); err == nil {
			names = make(map[string]bool, len(entries))
			for _, e := range entries {
				names[e.Name()] = true
			}
		}
		f.dirs[dir] = names
	}
	return names[base]
}

// Digests are the digests of the files that were read so far, by path: what an evaluation
// depended on.
func (f *Files) Digests() map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make(map[string]string, len(f.files))
	for p, r := range f.files {
		if r.file != nil {
			out[p] = r.file.Digest
		}
	}
	return out
}
