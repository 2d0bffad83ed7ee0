"""Plays the sample games of the documentation: `python club_games.py 300 | bughouse fmt | bzip2 > club-games.bpgn.bz2`.

The built-in engine plays all four seats, with different strengths, first moves from a small book, and simulated clocks. Players
sit if they are being mated and have more time than the opponent on the diagonal. Needs `bughouse` in PATH, nothing else.
"""

import random
import subprocess
import sys
from datetime import date, timedelta

BUGHOUSE = "bughouse"
SEATS = ["WhiteA", "BlackA", "WhiteB", "BlackB"]
DIAGONAL = {"WhiteA": "WhiteB", "WhiteB": "WhiteA", "BlackA": "BlackB", "BlackB": "BlackA"}
PLAYERS = {
    "anna": 2210, "boris": 2105, "chen": 2340, "dalia": 1890, "emre": 1755, "farid": 2050, "greta": 1620,
    "hiro": 2260, "ines": 1980, "jonas": 1540, "kofi": 1835, "lena": 2150, "mika": 1700, "nadia": 2020,
    "oscar": 1460, "priya": 2285, "quinn": 1905, "rosa": 1650, "sven": 1785, "tomas": 2075,
}
WHITE_FIRST = {"e2e4": 50, "d2d4": 18, "g1f3": 14, "b1c3": 12, "e2e3": 6}
BLACK_FIRST = {
    "e2e4": {"e7e5": 30, "e7e6": 24, "g8f6": 16, "d7d5": 14, "b8c6": 10, "c7c5": 6},
    "d2d4": {"d7d5": 44, "g8f6": 26, "e7e6": 20, "b8c6": 10},
    "": {"d7d5": 34, "e7e5": 26, "g8f6": 22, "e7e6": 18},
}


class Engine:
    """A process of `bughouse ubi`."""

    def __init__(self):
        self.process = subprocess.Popen([BUGHOUSE, "ubi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("setoption name MultiPV value 6")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def lines_of(self, position, clocks, board, nodes):
        """Returns scores and moves of the best lines, the best first."""
        self.send(f"position {position} clock {' '.join(str(round(clocks[seat] * 1000)) for seat in SEATS)}")
        self.send(f"go board {board} nodes {nodes}")
        found = {}
        for line in self.process.stdout:
            words = line.split()
            if words[0] == "bestmove":
                return [found[number] for number in sorted(found)]
            if words[:2] == ["info", "board"] and "pv" in words:
                value = lambda key: words[words.index(key) + 1]
                mate = int(value("mate")) if "mate" in words else None
                score = 30000 - abs(mate) if mate is not None else int(value("cp"))
                score = -score if mate is not None and mate < 0 else score
                found[int(value("multipv"))] = (score, value("pv"))


def play(position, board, move):
    """Returns the label, the move in SAN, and the position after it."""
    done = subprocess.run(
        [BUGHOUSE, "play", position, f"{board}:{move}", "--rules", "fics"], capture_output=True, text=True, check=True
    )
    label_and_san, after = done.stdout.rstrip("\n").split("\t")
    return label_and_san.split(" ")[0], label_and_san.split(" ")[1], after


def weighted(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]


def choose(rng, lines, rating):
    """Picks one of the best lines: the stronger the player, the better."""
    spread = 10 + (2400 - rating) / 12
    best = lines[0][0]
    weights = [2.718 ** (max(score - best, -2000) / spread) for score, _ in lines]
    return rng.choices(lines, weights)[0][1]


def think(rng, rating, moves):
    """Returns seconds: quick at first, then as players with three minutes take."""
    median = 0.6 if moves < 4 else 2.2 + (2400 - rating) / 700
    return min(max(rng.lognormvariate(0, 0.75) * median, 0.1), 25)


def game(rng, engine, names, base):
    """Plays a game. Returns half-moves with clocks, the reason of the end, and the result."""
    seats = dict(zip(SEATS, names))
    clocks = dict.fromkeys(SEATS, float(base))
    position, now, written = "startpos | startpos", 0.0, []
    first, moves, sits = {"A": "", "B": ""}, dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
    turn = {board: (f"White{board}", 0.0, think(rng, PLAYERS[seats[f"White{board}"]], 0)) for board in "AB"}

    def ended(loser, words):
        return written, f"{seats[loser]} {words}", "0-1" if loser in ("WhiteA", "BlackB") else "1-0"

    while len(written) < 400:
        # A turn is the seat, when it began, and when the player acts.
        board = min("AB", key=lambda board: turn[board][2])
        seat, began, acts = turn[board]
        flag = min((turn[b][1] + clocks[turn[b][0]], turn[b][0]) for b in "AB")
        if flag[0] <= acts:
            return ended(flag[1], "forfeits on time")
        now = acts
        rating = PLAYERS[seats[seat]]
        left = {s: clocks[s] - (now - turn[s[-1]][1] if turn[s[-1]][0] == s else 0) for s in SEATS}
        lines = engine.lines_of(position, left, board, 400 + max(rating - 1400, 0) * 4)
        if not lines:
            # Frozen: only a piece from the partner helps.
            turn[board] = (seat, began, now + 1)
            continue
        lead = left[seat] - left[DIAGONAL[seat]]
        if lines[0][0] < -20000 and sits[seat] < 40:
            if lead > 2:
                sits[seat] += 1
                turn[board] = (seat, began, now + 2)
                continue
            if rng.random() < 0.25:
                return ended(seat, "resigns")
        if moves[seat] == 0 and seat.startswith("White"):
            move = first[board] = weighted(rng, WHITE_FIRST)
        elif moves[seat] == 0:
            move = weighted(rng, BLACK_FIRST.get(first[board], BLACK_FIRST[""]))
        else:
            move = choose(rng, lines, rating)
        label, san, position = play(position if position[0] != "s" else "start | start", board, move)
        clocks[seat] = left[seat]
        moves[seat] += 1
        written.append((label, san, clocks[seat]))
        other = ("Black" if seat.startswith("White") else "White") + board
        if san.endswith("#"):
            return ended(other, "checkmated")
        turn[board] = (other, now, now + think(rng, PLAYERS[seats[other]], moves[other]))
    return written, "Game aborted by mutual agreement", "*"


def text_of(rng, engine, number, day):
    names = rng.sample(sorted(PLAYERS), 4)
    base = rng.choice([180, 180, 180, 120])
    written, reason, result = game(rng, engine, names, base)
    tags = ['[Event "club bughouse"]', '[Site "sample games"]', f'[Date "{day:%Y.%m.%d}"]', f'[Round "{number}"]']
    for seat, name in zip(SEATS, names):
        tags.append(f'[{seat} "{name}"][{seat}Elo "{PLAYERS[name] + rng.randint(-40, 40)}"]')
    tags += [f'[TimeControl "{base}+0"]', f'[Result "{result}"]']
    words = [f"{label} {san} {{{clock:.1f}}}" for label, san, clock in written]
    return "\n".join(tags) + "\n" + " ".join(words) + f"\n{{{reason}}} {result}\n\n"


def main():
    rng = random.Random(2)
    engine = Engine()
    day = date(2024, 1, 5)
    for number in range(1, int(sys.argv[1]) + 1):
        sys.stdout.write(text_of(rng, engine, number, day))
        sys.stdout.flush()
        day += timedelta(days=rng.choice([0, 0, 0, 7]))


if __name__ == "__main__":
    main()
