// CalqueArguments
