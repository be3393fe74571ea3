#!/usr/bin/env python3
# referee.py -p1 COMMAND -p2 COMMAND -d seed=N: the players take 1 to 3 of the stones in turn; who takes the last one wins.
import subprocess, sys
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
stones = 20 + int(words["-d"].split("=")[1]) % 10
players = [subprocess.Popen(words[name].split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
           for name in ("-p1", "-p2")]
scores, turn = [0, 0], 0
while True:
    try:
        players[turn].stdin.write(f"{stones}\n"); players[turn].stdin.flush()
        taken = int(players[turn].stdout.readline())
    except (ValueError, OSError):
        taken = 0
    if not 1 <= taken <= min(3, stones):
        scores[1 - turn] = 1
        break
    stones -= taken
    if stones == 0:
        scores[turn] = 1
        break
    turn = 1 - turn
for player in players: player.kill()
print(*scores, sep="\n")
