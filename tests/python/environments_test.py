#!/usr/bin/env python3
"""The classes with the interfaces of Gymnasium and PettingZoo."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest

from package import PACKAGE, main

import numpy as np

import agon


class SingleSeat(unittest.TestCase):
    def test_an_episode_has_the_score_of_the_match_as_the_sum_of_its_rewards(self):
        for game in ("linez", "chesspuzzle"):
            env = agon.Env(game)
            env.action_space.seed(1)
            observation, info = env.reset(seed=5)
            self.assertTrue(env.observation_space.contains(observation))
            total, over = info["score"], False
            while not over:
                action = env.action_space.sample(info["action_mask"])
                observation, reward, over, truncated, info = env.step(action)
                total += reward
                self.assertTrue(env.observation_space.contains(observation))
                self.assertFalse(truncated)
            self.assertAlmostEqual(total, env.state.scores[0])
            with self.assertRaises(agon.Error):
                env.step(0)

    def test_a_seed_repeats_its_match_and_each_reset_plays_the_next_one(self):
        env = agon.Env("linez")
        first = env.reset(seed=5)[0]
        self.assertEqual(env.reset()[1]["seed"], 6)
        again = env.reset(seed=5)[0]
        for name, value in first.items():
            np.testing.assert_array_equal(value, again[name])

    def test_an_illegal_action_ends_the_match_with_the_reason(self):
        env = agon.Env("linez")
        mask = env.reset(seed=5)[1]["action_mask"]
        _, _, over, _, info = env.step(int(np.flatnonzero(mask == 0)[0]))
        self.assertTrue(over and info["illegal"])
        self.assertNotIn("action_mask", info)
        env.reset()
        self.assertIn("illegal", env.step(env.action_space.n)[4])

    def test_numbers_and_actions_are_each_others_inverse(self):
        env = agon.Env("linez")
        env.reset(seed=5)
        legal = env.state.legal_actions()
        numbers = env._coding.numbers(legal)
        self.assertEqual([env._coding.action(number) for number in numbers], [action.tobytes() for action in legal])
        self.assertEqual(len(set(numbers)), len(legal))

    def test_a_game_with_too_many_actions_takes_their_fields(self):
        env = agon.Env("polyomino")
        _, info = env.reset(seed=1)
        self.assertNotIn("action_mask", info)
        env.step([1, 4, 0, 0, 0])
        self.assertEqual(env.state.fields()["tile_count"], 1)
        self.assertTrue(env.action_space.contains(env.action_space.sample()))
        self.assertFalse(env.action_space.contains(np.array([0, 4, 0, 0, 0])))

    def test_a_flat_observation_is_one_vector_of_all_fields_that_vary(self):
        fields, flat = agon.Env("linez"), agon.Env("linez", flat=True)
        by_field, vector = fields.reset(seed=5)[0], flat.reset(seed=5)[0]
        self.assertTrue(flat.observation_space.contains(vector))
        self.assertEqual(vector.dtype, np.float64)
        self.assertTrue((flat.observation_space.low < flat.observation_space.high).all())
        all_of_them = np.concatenate([np.ravel(value) for value in by_field.values()])
        self.assertTrue(set(vector) <= set(all_of_them))
        self.assertLessEqual(len(vector), len(all_of_them))

    def test_seed_0_is_another_one_in_a_game_that_refuses_it(self):
        env = agon.Env("chesspuzzle")
        self.assertEqual(env.reset(seed=0)[1]["seed"], 1 << 63)
        self.assertEqual(env.reset()[1]["seed"], 1)
        self.assertEqual(agon.Env("linez").reset(seed=0)[1]["seed"], 0)
        agon.AECEnv("chesspuzzle").reset(seed=0)

    def test_it_draws_itself_and_refuses_games_with_several_seats(self):
        env = agon.Env("linez", render_mode="html")
        self.assertIsNone(env.render())
        env.reset()
        self.assertTrue(env.render().startswith("<iframe"))
        env = agon.Env("linez", render_mode="human")
        env.reset()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertIsNone(env.render())
        self.assertEqual(printed.getvalue(), env.state.draw() + "\n")
        with self.assertRaisesRegex(ValueError, "'human', 'ansi' or 'html', not 'gif'"):
            agon.Env("linez", render_mode="gif")
        with self.assertRaisesRegex(agon.Error, "AECEnv"):
            agon.Env("tonga")


class SeveralSeats(unittest.TestCase):
    def played(self, env, random):
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        turns = []
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            rewards[agent] += reward
            turns.append(agent)
            self.assertTrue(env.observation_space(agent).contains(observation))
            if terminated or truncated:
                self.assertEqual(observation["action_mask"].sum(), 0)
                env.step(None)
            else:
                env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
        return rewards, turns

    def test_agents_act_in_turn_until_all_have_left_with_their_scores(self):
        for game, seats in (("tonga", 2), ("inc", None), ("linez", None)):
            with self.subTest(game):
                env = agon.AECEnv(game, seats)
                env.reset(seed=3)
                rewards, turns = self.played(env, np.random.default_rng(1))
                self.assertEqual(list(rewards.values()), env._state.scores)
                self.assertEqual(turns[-len(env.possible_agents) :], env.possible_agents)
                self.assertEqual((env.agents, env.num_agents), ([], 0))
                with self.assertRaises(agon.Error):
                    env.step(0)

    def test_each_reward_is_counted_once(self):
        env = agon.AECEnv("tonga", n=6)
        env.reset(seed=3)
        sums = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            _, reward, terminated, _, _ = env.last()
            self.assertEqual(reward, sums[agent])
            sums[agent] = 0
            env.step(None if terminated else int(np.flatnonzero(env.observe(agent)["action_mask"])[0]))
            self.assertEqual(list(env.rewards), env.agents)
            for each, more in env.rewards.items():
                sums[each] += more

    def test_flat_observations_have_the_mask_of_the_agent_to_move_in_its_info(self):
        env = agon.AECEnv("tonga", n=6, flat=True)
        env.reset()
        env.step(0)
        self.assertEqual(env.infos["seat_1"]["action_mask"].sum(), 35)
        self.assertEqual(env.infos["seat_0"], {})
        self.assertTrue(env.observation_space("seat_1").contains(env.observe("seat_1")))

    def test_an_agent_that_is_not_to_move_has_no_legal_action(self):
        env = agon.AECEnv("tonga", n=6)
        env.reset()
        self.assertEqual(env.agent_selection, "seat_0")
        self.assertEqual(env.observe("seat_0")["action_mask"].sum(), 36)
        self.assertEqual(env.observe("seat_1")["action_mask"].sum(), 0)

    def test_an_illegal_action_makes_its_agent_forfeit(self):
        env = agon.AECEnv("tonga", n=6)
        env.reset()
        env.step(7 * 16)  # beyond 6 rows
        self.assertTrue(all(env.terminations.values()))
        self.assertEqual(env.rewards, {"seat_0": -1296.0, "seat_1": 1296.0})
        self.assertIn("off the board", env.infos["seat_0"]["illegal"])
        with self.assertRaises(ValueError):
            env.step(0)

    def test_agent_iter_ends_after_as_many_steps_as_it_is_told(self):
        env = agon.AECEnv("tonga", n=6)
        env.reset()
        agents = []
        for agent in env.agent_iter(3):
            agents.append(agent)
            env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[0]))
        self.assertEqual(agents, ["seat_0", "seat_1", "seat_0"])


class AtOnce(unittest.TestCase):
    GOOF = os.environ["AGON_TEST_GOOF"]

    def test_a_round_takes_the_actions_of_all_agents(self):
        env = agon.ParallelEnv(self.GOOF, seats=3)
        observations, _ = env.reset(seed=2)
        random = np.random.default_rng(1)
        for played in range(8):
            self.assertEqual(env.agents, ["seat_0", "seat_1", "seat_2"])
            masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
            self.assertEqual([mask.sum() for mask in masks.values()], [8 - played] * 3)
            actions = {agent: int(random.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}
            observations, rewards, terminations, truncations, _ = env.step(actions)
            self.assertFalse(any(truncations.values()))
        self.assertTrue(all(terminations.values()))
        self.assertEqual(env.agents, [])
        self.assertEqual(list(rewards.values()), env._state.scores)
        with self.assertRaises(agon.Error):
            env.step({})

    def test_an_illegal_action_ends_the_part_of_its_agent_alone(self):
        env = agon.ParallelEnv(self.GOOF, seats=3, flat=True)
        _, infos = env.reset(seed=2)
        self.assertEqual(infos["seat_2"]["action_mask"].sum(), 8)
        env.step({"seat_0": 0, "seat_1": 1, "seat_2": 2})
        _, _, terminations, _, infos = env.step({"seat_0": 0, "seat_1": 2, "seat_2": 3})
        self.assertIn("holds no card 1", infos["seat_0"]["illegal"])
        self.assertEqual(terminations, {"seat_0": True, "seat_1": False, "seat_2": False})
        self.assertEqual(env.agents, ["seat_1", "seat_2"])
        with self.assertRaisesRegex(ValueError, "seat_2 has none"):
            env.step({"seat_1": 0})

    def test_games_whose_seats_see_each_other_are_refused(self):
        env = agon.ParallelEnv("tonga", n=6)
        env.reset()
        with self.assertRaisesRegex(agon.Error, "seat_1 of tonga sees what others have done"):
            env.step({"seat_0": 1, "seat_1": 2})


STAND_INS = {
    "gymnasium/__init__.py": "registry = {}\nfrom . import vector\nclass Env:\n"
    "  def reset(self, *, seed=None, options=None): self.seeded = seed\ndef register(id, **rest): registry[id] = rest\n",
    "gymnasium/vector.py": "import enum\nclass VectorEnv: pass\nAutoresetMode = enum.Enum('AutoresetMode', 'SAME_STEP')\n",
    "gymnasium/spaces.py": "from numpy import *\nclass Box:\n  def __init__(self, *all): pass\nclass Dict:\n"
    "  def __init__(self, spaces): self.spaces = spaces\nclass Discrete:\n  def __init__(self, n): self.n = n\nclass MultiDiscrete(Box): pass\n",
    "pettingzoo/__init__.py": "class AECEnv: pass\nclass ParallelEnv: pass\n",
}


class Installed(unittest.TestCase):
    def test_where_the_packages_are_installed_their_classes_and_registry_are_used(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in STAND_INS.items():
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(content)
            code = (
                "import agon, gymnasium, pettingzoo\n"
                "assert issubclass(agon.Env, gymnasium.Env) and issubclass(agon.AECEnv, pettingzoo.AECEnv)\n"
                "assert gymnasium.registry['agon/linez-v0']['kwargs'] == {'game': 'linez'}\n"
                "env = agon.Env('linez')\n"
                "assert type(env.action_space) is gymnasium.spaces.Discrete\n"
                "env.reset(seed=7)\n"
                "assert env.seeded == 7\n"
                "assert issubclass(agon.ParallelEnv, pettingzoo.ParallelEnv)\n"
                "assert issubclass(agon.VectorEnv, gymnasium.vector.VectorEnv)\n"
            )
            path = os.pathsep.join([folder, PACKAGE])
            done = subprocess.run([sys.executable, "-B", "-c", code], env={**os.environ, "PYTHONPATH": path},
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


main()
