// CalqueType
