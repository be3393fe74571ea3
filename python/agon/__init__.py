"""Agon for Python: games, states, batches, matches and results. docs/python.md explains it with examples.

    import agon

    state = agon.State("tonga", seed=7, n=6)
    while not state.over:
        state.act(state.sample())
    print(state, state.scores)

    print(agon.play("tonga", "greedy", "random", n=6).scores)
"""

import os

from . import _agon
from ._home import HOME

_agon.set_home(os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), HOME)))

from ._agon import Error, IllegalAction  # noqa: E402
from .batches import Batch  # noqa: E402
from .games import Game, State, games  # noqa: E402
from .gymnasium_env import Env, VectorEnv, register  # noqa: E402
from .matches import Arena, Match, Turn, columns, play, read_transcripts, results, standings  # noqa: E402
from .pettingzoo_env import AECEnv, ParallelEnv  # noqa: E402

__all__ = [
    "AECEnv",
    "Arena",
    "Batch",
    "Env",
    "Error",
    "Game",
    "IllegalAction",
    "Match",
    "ParallelEnv",
    "State",
    "Turn",
    "VectorEnv",
    "columns",
    "games",
    "play",
    "read_transcripts",
    "register",
    "results",
    "standings",
]

register()
