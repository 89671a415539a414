// CalqueScene
