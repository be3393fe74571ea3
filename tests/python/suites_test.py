#!/usr/bin/env python3
"""Runs the checks of Gymnasium and PettingZoo on the environments.

AGON_FARAMA_PATH names folders, joined by ':', in which Python finds gymnasium, pettingzoo and what they import: cloudpickle,
typing_extensions and farama_notifications. Without it, the test is skipped."""

import contextlib
import io
import os
import sys
import unittest
import warnings

from package import main, skip

if not os.environ.get("AGON_FARAMA_PATH"):
    skip("AGON_FARAMA_PATH names no folder with the packages gymnasium and pettingzoo")
sys.path[1:1] = os.environ["AGON_FARAMA_PATH"].split(os.pathsep)

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import agon

CYCLES = 100
ONE_SEAT = ("chesspuzzle", "linez", "polyomino")
ALL = (*ONE_SEAT, "chess", "go", "inc", "tonga")
# Of observations with a mask: PettingZoo's test has a list of its own games that may have them.
OF_MASKED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


class Suites(unittest.TestCase):
    def warned(self, check):
        """Returns the texts of the warnings of a check."""
        with warnings.catch_warnings(record=True) as seen, contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("always")
            check()
        return {str(each.message) for each in seen}

    def test_check_env_accepts_each_game_with_one_seat_without_a_warning(self):
        for game in ONE_SEAT:
            for flat in (False, True):
                with self.subTest(game, flat=flat):
                    env = gymnasium.make(f"agon/{game}-v0", flat=flat, disable_env_checker=True)
                    self.assertEqual(self.warned(lambda: check_env(env.unwrapped, skip_render_check=True)), set())
                    with contextlib.redirect_stdout(io.StringIO()):
                        check_env(env.unwrapped)  # its advice on rendering needs a registered environment

    def test_the_tests_of_pettingzoo_accept_each_game(self):
        for game in ALL:
            for flat in (False, True):
                with self.subTest(game, flat=flat):

                    def made(render_mode=None):
                        return agon.AECEnv(game, render_mode=render_mode, flat=flat)

                    seen = self.warned(lambda: api_test(made(), CYCLES))
                    self.assertEqual(seen, set() if flat else OF_MASKED)
                    self.assertEqual(self.warned(lambda: seed_test(made, CYCLES)), set())
                    self.assertEqual(self.warned(lambda: render_test(made)), set())

    def test_the_parallel_tests_accept_games_whose_seats_choose_at_once(self):
        for game in ("linez", os.environ["AGON_TEST_GOOF"]):
            for flat in (False, True):
                with self.subTest(game, flat=flat):

                    def made():
                        return agon.ParallelEnv(game, flat=flat)

                    self.assertEqual(self.warned(lambda: parallel_api_test(made(), CYCLES)), set())
                    self.assertEqual(self.warned(lambda: parallel_seed_test(made, CYCLES)), set())

    def test_a_vector_env_plays_as_single_ones_do(self):
        for game in ("linez", "chesspuzzle"):
            for flat in (False, True):
                with self.subTest(game, flat=flat):
                    self.check_vector(game, flat)

    def check_vector(self, game, flat):
        count, seed = 3, 5
        many = gymnasium.make_vec(f"agon/{game}-v0", count, vectorization_mode="vector_entry_point", flat=flat)
        ones = [agon.Env(game, flat=flat) for _ in range(count)]
        observations, infos = many.reset(seed=seed)
        for match, one in enumerate(ones):
            one.reset(seed=seed + match)
        random = np.random.default_rng(1)
        ended = np.zeros(count, bool)
        while not ended.all():
            self.assertIn(observations, many.observation_space)
            actions = np.array([random.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
            observations, rewards, over, truncated, infos = many.step(actions)
            self.assertFalse(truncated.any())
            for match, one in enumerate(ones):
                if ended[match]:
                    continue
                seen, reward, done, _, info = one.step(actions[match])
                self.assertAlmostEqual(reward, rewards[match])
                self.assertEqual(done, over[match])
                if done:
                    ended[match] = True
                    self.assertTrue(infos["_final_score"][match])
                    self.assertEqual(infos["final_score"][match], one.state.scores[0])
                else:
                    np.testing.assert_array_equal(info["action_mask"], infos["action_mask"][match])
                    for name, value in {"all": seen}.items() if flat else seen.items():
                        rows = observations if flat else observations[name]
                        np.testing.assert_array_equal(value, rows[match])
        with self.assertRaises(ValueError):
            many.step(np.full(count, many.single_action_space.n))


main()
