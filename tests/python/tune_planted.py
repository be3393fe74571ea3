"""How near do the searches of `agon tune` come to the optimum?

Tunes a strategy whose strength is a known function of its options, ten times by each sampler, and prints the strength
that was reached: 1 at the optimum, 0 at the start. Fails if the median of `tpe` misses what docs/analysis.md states.
"""

import json
import math
import os
import statistics
import subprocess
import sys

RUNS = 10


def strength(options):
    def loss(distance):
        return min(1.0, distance * distance / 0.16)

    mode = options["mode"]
    depth = loss((int(options["depth"]) - (9 if mode == "b" else 7)) / 11)
    alpha = loss((float(options["alpha"]) - 0.6) / 2)
    k = loss((math.log(float(options["k"])) - math.log(800)) / math.log(10000))
    return 1 - 0.25 * (depth + alpha + k) - {"a": 0.15, "b": 0, "c": 0.1}[mode] - (0 if options["book"] == "yes" else 0.1)


def reached(host, planted, sampler, seed):
    words = [host, "tune", "--game", planted, "--plugin", planted, "--tune", "depth,alpha,k=1:10000:log,mode,book,idle", "--matches", "4000",
             "--sampler", sampler, "--search-seed", str(seed), "--seeds", f"{1000 * seed + 1}-{1000 * seed + 900}", "--check", "100001-100020",
             "--isolation", "none", "--jobs", str(os.cpu_count()), "--no-db", "--quiet", "--json"]
    return strength(json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)["best"])


def main(host, planted):
    medians = {}
    for sampler in ("tpe", "random"):
        all_reached = [reached(host, planted, sampler, seed) for seed in range(1, RUNS + 1)]
        medians[sampler] = statistics.median(all_reached)
        print(f"{sampler:7} median {medians[sampler]:.3f}, least {min(all_reached):.3f}, most {max(all_reached):.3f}", flush=True)
    return 0 if medians["tpe"] >= 0.95 and medians["tpe"] > medians["random"] else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
