#!/usr/bin/env python3
"""Games and states of the Python package."""

import unittest

from package import main

import numpy as np

import agon


def play_on(state, random):
    while not state.over:
        state.act(state.sample(random))
    return state


class Games(unittest.TestCase):
    def test_all_games_are_found_and_say_what_they_are(self):
        self.assertLessEqual({"tonga", "linez", "inc", "polyomino", "chesspuzzle"}, set(agon.games()))
        game = agon.Game("tonga")
        self.assertEqual((game.id, game.protocol, game.min_seats, game.seat_names), ("tonga", "tonga/1", 2, ["Black", "White"]))
        self.assertEqual([each["name"] for each in game.parameters], ["n"])
        self.assertIn("greedy", [each["id"] for each in game.strategies])
        self.assertTrue(game.is_constant_sum and game.lists_actions and not game.has_chance)
        self.assertIn("Black and White", game._repr_html_())

    def test_an_unknown_name_is_an_error_with_the_exit_code_of_the_host(self):
        for wrong in (
            lambda: agon.Game("tongo"),
            lambda: agon.State("tonga", n=7),
            lambda: agon.State("tonga", m=8),
            lambda: agon.State("tonga", seats=3),
            lambda: agon.play("tonga", "gredy", "random"),
        ):
            with self.assertRaises(agon.Error) as caught:
                wrong()
            self.assertEqual(caught.exception.exit_code, 2)
        with self.assertRaisesRegex(agon.Error, "did you mean 'tonga'"):
            agon.Game("tongo")


class States(unittest.TestCase):
    def test_a_match_is_played_action_by_action(self):
        state = agon.State("tonga", seed=7, n=6)
        self.assertEqual((state.to_move, state.over, state.seats, state.parameters), (0, False, 2, {"n": "6"}))
        self.assertEqual(len(state.legal_actions()), 36)
        state.act("2 3")
        self.assertEqual(state.position(), "....../....../...B../....../....../......")
        state.act({"row": 0, "column": 1})
        state.act((5, 5))
        state.act(np.array([(5, 4)], state.game.action_dtype)[0])
        self.assertEqual(state.position().replace("/", "").count("W"), 2)
        self.assertEqual(state.action_text((5, 4)), "5 4")
        play_on(state, np.random.default_rng(1))
        self.assertIsNone(state.to_move)
        self.assertEqual(len(state.legal_actions()), 0)
        self.assertEqual(sum(state.scores), 0)

    def test_an_illegal_action_is_refused_with_the_reason_and_changes_nothing(self):
        state = agon.State("tonga", n=6)
        state.act("2 3")
        before = state.position()
        for wrong, reason in (("2 3", "taken"), ((9, 9), "off the board"), ("x", "no move"), (b"abc", "3 bytes")):
            with self.assertRaisesRegex(agon.IllegalAction, reason):
                state.act(wrong)
        with self.assertRaisesRegex(ValueError, "no field 'colum'"):
            state.act({"colum": 2})
        for wrong in ((1, 2, 3), (2**40, 0), (0.5, 0)):
            with self.assertRaises(ValueError):
                state.act(wrong)
        self.assertEqual((state.position(), state.to_move), (before, 1))

    def test_an_action_is_chosen_step_by_step(self):
        state = agon.State("linez", seed=3, board="1......../........./........./........./........./........./........./........./.........")
        first, = state.choices()
        self.assertEqual((first["text"], first["whole"], first["cell"]), ("A1", False, 0))
        self.assertEqual({True}, {each["whole"] for each in state.choices("A1")})
        second, = state.choices("A1", 4)
        self.assertEqual((second["text"], second["refusal"]), ("A1A5", ""))
        self.assertLessEqual({0, 4}, set(second["cells"]))
        wrong, = state.choices("", 4)
        self.assertIn("A5", wrong["refusal"])
        # A game that has steps of its own: a tile is turned before it is placed.
        state = agon.State("polyomino", seed=3, width=6, height=6, covered=0)
        self.assertEqual("ask for a tile first", state.choices("", 7)[0]["refusal"])
        state.act(next(each["text"] for each in state.choices() if each["text"].startswith("get")))
        turn = next(each for each in state.choices() if each["label"] == "turn")
        self.assertEqual((turn["whole"], turn["text"]), (False, "hold 0 1"))
        placed = state.choices(turn["text"], 14)[0]
        self.assertEqual(3, len(placed["cells"]))
        self.assertIn(14, placed["cells"])
        state.act(placed["text"])
        self.assertEqual([9], list(state.scores))
        with self.assertRaisesRegex(agon.Error, "holds no tile"):
            state.choices("hold 0 1")

    def test_the_seed_determines_a_match_of_any_game(self):
        for game in agon.games():
            with self.subTest(game):
                ends = [play_on(agon.State(game, seed=11), np.random.default_rng(5)) for _ in range(2)]
                self.assertEqual(ends[0].scores, ends[1].scores)
                self.assertEqual(ends[0].position(), ends[1].position())
                self.assertEqual(ends[0].parameters, ends[1].parameters)

    def test_a_copy_goes_its_own_way(self):
        state = agon.State("linez", seed=3)
        copy = state.copy()
        action = state.sample()
        copy.act(action)
        self.assertNotEqual(copy.position(), state.position())
        state.act(action)
        self.assertEqual(copy.position(), state.position())  # with the same chance

    def test_a_state_from_an_observation_agrees_with_it_and_hides_the_rest(self):
        state = agon.State("linez", seed=3)
        seen = state.observe()
        other = agon.State.from_observation("linez", seen, seat=0, seed=1)
        self.assertEqual(other.observe().tobytes(), seen.tobytes())
        with self.assertRaises(agon.Error):
            agon.State.from_observation("linez", b"too short", seat=0)

    def test_a_seat_that_forfeits_loses_by_the_rule_of_the_game(self):
        state = agon.State("tonga", n=6)
        state.forfeit(0)
        self.assertTrue(state.over)
        self.assertEqual(state.scores, [-36.0**2, 36.0**2])
        with self.assertRaises(agon.Error):
            state.forfeit(1)

    def test_a_state_draws_itself(self):
        state = agon.State("tonga", n=6)
        state.act("2 3")
        self.assertIn("Black 1 point,", str(state))
        frame = state._repr_html_()
        self.assertTrue(frame.startswith('<iframe sandbox="allow-scripts" '))
        self.assertIn("&quot;Black 1 point,", frame)

    def test_seats_that_do_not_exist_are_refused(self):
        state = agon.State("tonga", n=6)
        for wrong in (lambda: state.observe(2), lambda: state.observe(-1), lambda: state.draw(5), lambda: state.position(-3)):
            with self.assertRaises(agon.Error):
                wrong()

    def test_a_reply_reaches_the_caller(self):
        state = agon.State("polyomino", seed=1)
        reply = state.act({"kind": 1, "value": 3})
        self.assertIsNotNone(reply)
        self.assertEqual(state.fields()["tile_count"], 1)


main()
