"""`basic compare`: a BASIC program and its Python port side by side, on the same inputs.

    basic compare                       all pairs, on every input that the ports declare
    basic compare PENTA                 one of them
    basic compare GAME.BAS game.py --input moves.txt

`pairs` finds programs and ports, `inputs` the inputs (`games` plays random ones, with `answers` of the text),
`worker` plays one side in a process of its own (`sides`), `comparison` sets the two transcripts side by side,
`difference` says where they differ; `report`, `record`, `junit` and `page` show it on the terminal, as JSON, as
JUnit's XML and as HTML. `modern` and `ieee` are today's arithmetic (`--numbers`). The command line is `cli/compare.py`.
"""
