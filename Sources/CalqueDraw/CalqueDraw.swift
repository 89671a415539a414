// CalqueDraw
