#!/usr/bin/env python3
"""Random play of many matches at once from Python: actions a second on one core.

    PYTHONPATH=build/release/python /usr/bin/python3 bench/batches.py [GAME [STATES [NAME=VALUE...]]]

Without arguments: tonga, 1024 states, n=6. Prints a line for each kind of step: with observations and samples, with samples
alone, and with samples that numpy has copied.
"""

import sys
import time

import agon

SECONDS = 1.0  # of each of the measurements, the best of which counts
TIMES = 5


def rate(batch, step):
    """Returns the best number of actions per second of CPU time."""
    best = 0
    for _ in range(TIMES):
        steps = 0
        began = time.process_time()
        while time.process_time() - began < SECONDS:
            for _ in range(100):
                step(batch)
            steps += 100
        best = max(best, steps * batch.count / (time.process_time() - began))
    return best


def main():
    game = sys.argv[1] if len(sys.argv) > 1 else "tonga"
    states = int(sys.argv[2]) if len(sys.argv) > 2 else 1024
    parameters = dict(word.split("=", 1) for word in sys.argv[3:]) or ({"n": 6} if game == "tonga" else {})
    kinds = {
        "observations and samples": ({}, lambda batch: batch.step(batch.samples)),
        "samples alone": ({"observe": False}, lambda batch: batch.step(batch.samples)),
        "samples copied by numpy": ({}, lambda batch: batch.step(batch.samples.copy())),
    }
    for name, (options, step) in kinds.items():
        batch = agon.Batch(game, states, parameters=parameters, **options)
        print(f"{name}: {rate(batch, step) / 1e6:.2f} million actions a second", flush=True)


if __name__ == "__main__":
    main()
