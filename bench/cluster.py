#!/usr/bin/python3
"""Measures a cluster on this machine, with a PostgreSQL server of its own, whose commits are durable.

    bench/cluster.py [BUILD]    default: build/release, configured with AGON_BENCH=ON

First, the leases that one database takes and closes, and how busy 100 arenas are whose matches only sleep. Then, how
long one and two arenas with one job each take for a tournament, and a local run with one and two jobs. Needs Debian's
postgresql, 15 or later. Takes about 20 minutes on a quiet machine.
"""

import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

POSTGRES = max(
    pathlib.Path("/usr/lib/postgresql").glob("[0-9]*/bin"), key=lambda folder: int(folder.parent.name), default=None)
ROOT = pathlib.Path(__file__).resolve().parent.parent
ROUNDS = 3
SEEDS = "1-480"  # 100 s on one core: shorter runs measure their beginning and end


class Server:
    """A PostgreSQL server in a folder of its own, which only a Unix socket reaches."""

    def __init__(self, folder):
        self.folder = folder
        self.user = []
        if os.geteuid() == 0:  # root may not run a server
            subprocess.run(["chown", "nobody", folder], check=True)
            self.user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        self.run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "agon", "-E", "UTF8")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=200"
        self.run("pg_ctl", "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w", "start")
        self.url = f"postgresql://agon@/postgres?host={folder}"

    def run(self, program, *words):
        subprocess.run([*self.user, POSTGRES / program, *words], check=True, cwd=self.folder, stdout=subprocess.DEVNULL)

    def stop(self):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")


def tournament(host, *more):
    """Plays a tournament with these further arguments. Returns its seconds."""
    began = time.monotonic()
    subprocess.run(
        [host, "tournament", "--game", "tonga", "--set", "n=10", "--plugin", "uct,simulations=1000", "--plugin", "greedy",
         "--seeds", SEEDS, "--no-db", "--quiet", *more],
        check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def in_arenas(host, url, arenas, folder):
    """Starts so many arenas of one job each, and plays a tournament with them. Returns its seconds."""
    environment = {**os.environ, "XDG_CACHE_HOME": folder}
    running = [
        subprocess.Popen([host, "arena", "--cluster", url, "--jobs", "1", "--name", f"machine{number}"], env=environment)
        for number in range(arenas)
    ]
    time.sleep(1)
    took = tournament(host, "--cluster", url, "--lease", "1")
    for arena in running:
        arena.send_signal(signal.SIGTERM)
    for arena in running:
        arena.wait()
    return took


def main():
    if POSTGRES is None:
        sys.exit("bench/cluster.py: there is no PostgreSQL in /usr/lib/postgresql (Debian: postgresql)")
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release").resolve()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        data = pathlib.Path(folder, "server")
        data.mkdir()
        server = Server(data)
        try:
            print(f"load {os.getloadavg()[0]:.1f}", flush=True)
            subprocess.run([build / "bench/leases", server.url], check=True)
            host = build / "bin/host"
            of_arenas, of_jobs, of_both = [], [], []
            for _ in range(ROUNDS):
                one, two = in_arenas(host, server.url, 1, folder), in_arenas(host, server.url, 2, folder)
                one_job, two_jobs = tournament(host, "--jobs", "1"), tournament(host, "--jobs", "2")
                of_arenas.append(one / two)
                of_jobs.append(one_job / two_jobs)
                of_both.append(two_jobs / two)
                print(f"one arena {one:.1f} s, two {two:.1f} s: {one / two:.2f} x; a local run with one job {one_job:.1f} s,"
                      f" with two {two_jobs:.1f} s: {one_job / two_jobs:.2f} x", flush=True)
            print(f"medians of {ROUNDS}: two arenas play {statistics.median(of_arenas):.2f} x as much as one, two jobs"
                  f" {statistics.median(of_jobs):.2f} x, two arenas {statistics.median(of_both):.2f} x as much as two jobs;"
                  f" load {os.getloadavg()[0]:.1f}")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
