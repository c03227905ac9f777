module bunraku

go 1.26
