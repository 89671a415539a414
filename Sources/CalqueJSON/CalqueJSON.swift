// CalqueJSON
