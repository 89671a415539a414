// CalqueFiles
