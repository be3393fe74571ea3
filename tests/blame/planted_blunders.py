#!/usr/bin/env python3
"""Plants blunders in matches, and counts how many `blame` finds: planted_blunders.py AGON MATCHES [GAME...]

In each match, a strategy plays all seats, but for one random action of one seat at a turn that depends on the seed. In Linez,
which has one seat, single actions seldom matter: there it is one of the turns at which the strategy would make a line, among
the last ones before its board is full.
Only matches that the seat loses are judged. A blunder counts if its cost, tested alone with at least as many
continuations as a search may use, is more than twice the standard error of such a test and above what `blame` names. It is found if
a turn that is at most one turn away is established as costly. It is named if it is the largest of these. The strategy may
have made an error of its own that has cost more: such a turn is counted apart, if it is as costly in a test with other
random numbers. Matches without a blunder, which a seat loses as well, show the false alarms: turns that are named, and
that are not costly in such a test. With one seat, a match is lost if the same seed has a higher score without the
blunder, which the database then has; matches of one seat without a blunder are not judged.
"""
import json, math, os, subprocess, sys, tempfile

GOOF = os.environ.get("GOOF", "goof")  # the file of a game with hidden information
GAMES = {  # the game, its options, the strategy, the number of turns of a seat among which the blunder is
    "tonga": (["--game", "tonga", "--set", "n=6"], "uct,simulations=100", 14),
    "chess": (["--game", "chess"], "champion,nodes=150", 12),
    "goof": (["--game", GOOF], "mcts,simulations=60", 6),
    "linez": (["--game", "linez", "--set", "colours=9"], "champion,simulations=0", 20),  # the last ones; matches are short, of about 60 turns
}
LEAST = 0.1


def call(words, folder):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env={**os.environ, "XDG_DATA_HOME": folder})
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


class Planted:
    def __init__(self, agon, name, folder):
        self.agon, self.folder = agon, folder
        self.game, self.strategy, self.turns = GAMES[name]
        self.seats = 1 if name == "linez" else 2
        self.file = os.path.join(folder, "match.jsonl")

    def scores(self, seed, turn, keep="--no-db"):
        """Plays a match, and returns its scores. Turn 0: no blunder."""
        seat = seed % self.seats
        words = [self.agon, "play", *self.game, "--seed", str(seed), "--time", "0", "--quiet", "--record", self.file, *keep.split()]
        words += ["--plugin", self.strategy] * self.seats + (["--seats", "listed"] if self.seats > 1 else [])
        if turn:
            action = self.seats * (turn - 1) + 1 + seat
            words += ["--swap", f"{action}:{seat}=random", "--swap", f"{action + 1}:{seat}={self.strategy}"]
        call(words, self.folder)
        with open(self.file) as lines:
            self.match = json.loads(lines.readline())
        return self.match["result"]["scores"]

    def plant(self, seed):
        """Plays a match with a blunder. Returns its turn, and what play() returns."""
        if self.seats > 1:
            turn = 1 + seed % self.turns
            return turn, self.play(seed, turn)
        [better] = self.scores(seed, 0, "--db better.db")
        last = self.match["actions"][-self.turns:]
        first = len(self.match["actions"]) - len(last) + 1
        lines = [first + i for i, each in enumerate(last) if not each.get("reveals", "").startswith("drop")]  # nothing falls after them
        if not lines:
            return None, None
        turn = lines[seed % len(lines)]
        [own] = self.scores(seed, turn)
        return turn, ["--db", "better.db"] if better > own else None

    def play(self, seed, turn):
        """Returns the options that name the seat that lost, or nothing."""
        scores = self.scores(seed, turn)
        if scores[0] == scores[1]:
            return None
        lost = 0 if scores[0] < scores[1] else 1
        return ["--seat", str(lost)] if not turn or lost == seed % self.seats else None

    def cost(self, lost, turn):
        """Returns the cost of a turn, tested alone with other random numbers, and the number of pairs. In Linez chance decides most, and many
        costs are small: there it is the mean of four such tests, so that few small ones seem large."""
        chances = range(1, 2 if self.seats > 1 else 5)
        alone = [self.blame(lost, "--turn", str(turn), "--seed", str(chance))["tested"][0] for chance in chances]
        return sum(each["cost"] for each in alone) / len(alone), alone[0]["pairs"]

    def blame(self, lost, *more):
        words = [self.agon, "blame", self.file, *self.game[:2], *lost, "--reference", self.strategy, "--time", "0", "--json"]
        words += ["--seconds", "1e6", "--quiet", *more]
        return json.loads(call(words, self.folder))


def main():
    agon, matches = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    bad = False
    print("| game | blunders | costly | found | named | another costly turn | continuations | matches without one | turns named | false alarms |\n|" + "---|" * 10)
    for name in sys.argv[3:] or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            planted = Planted(agon, name, folder)
            blunders = costly = found = named = others = played = plain = losses = alarms = 0
            seed = 0
            if planted.seats == 1:
                plain = matches
            while blunders < matches or plain < matches:
                seed += 1
                turn, lost = planted.plant(seed) if blunders < matches else (None, None)
                if lost:
                    blunders += 1
                    cost, pairs = planted.cost(lost, turn)
                    if cost > max(2 * math.sqrt(max(1 - cost**2, 0.0) / pairs), LEAST):
                        costly += 1
                        answer = planted.blame(lost)
                        found += any(each["established"] and abs(each["turn"] - turn) <= 1 for each in answer["tested"])
                        most = answer["found"]
                        if most and abs(most["turn"] - turn) <= 1:
                            named += 1
                        elif most:
                            others += planted.cost(lost, most["turn"])[0] > LEAST
                        played += answer["continuations"]
                lost = planted.play(seed, 0) if plain < matches else None
                if lost:
                    plain += 1
                    answer = planted.blame(lost)["found"]
                    if answer:
                        losses += 1
                        alarms += planted.cost(lost, answer["turn"])[0] <= LEAST
            print(f"| {name} | {blunders} | {costly} | {found} | {named} | {others} | {played // max(costly, 1)} | {plain if planted.seats > 1 else 0} | {losses} | {alarms} |", flush=True)
            bad |= found < 0.9 * costly or alarms > max(0.05 * plain, 1)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
