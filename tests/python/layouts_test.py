#!/usr/bin/env python3
"""Observations as numpy arrays, made from the protocol's declared layout."""

import unittest

from package import main

import numpy as np

import agon
from agon import layouts


class Observations(unittest.TestCase):
    def test_an_observation_has_the_fields_of_the_protocol(self):
        state = agon.State("tonga", n=8)
        state.act("1 2")
        seen = state.observe()
        self.assertEqual(seen.dtype.names, ("size", "seat", "last_row", "last_column", "cells"))
        self.assertEqual((seen["size"], seen["seat"], seen["last_row"], seen["last_column"]), (8, 1, 1, 2))
        self.assertEqual(seen.dtype.itemsize, 272)
        fields = state.fields()
        self.assertEqual(fields["cells"].shape, (8, 8))
        self.assertEqual(fields["cells"][1, 2], 1)
        self.assertEqual(fields["cells"].sum(), 1)
        self.assertEqual(str(state.game.fields(seen)), str(fields))
        with self.assertRaises(ValueError):
            fields["cells"][0, 0] = 1  # read-only

    def test_arrays_behind_the_struct_have_the_shape_that_the_message_declares(self):
        state = agon.State("polyomino", seed=4)
        for _ in range(3):
            state.act({"kind": 1, "value": 5})
        fields = state.fields()
        self.assertEqual(fields["board"].shape, (fields["height"], fields["width"]))
        self.assertEqual(len(fields["tiles"]), 3)
        self.assertEqual(len(fields["cells"]), fields["cell_count"])
        self.assertEqual(list(fields["tiles"]["size"]), [5, 5, 5])
        seen = state.observe()
        np.testing.assert_array_equal(seen["board"], fields["board"])
        np.testing.assert_array_equal(seen["tiles"], fields["tiles"])

    def test_values_stay_within_their_declared_ranges_in_all_games(self):
        random = np.random.default_rng(2)
        for name in agon.games():
            state = agon.State(name, seed=2)
            for _ in range(5):
                if state.over:
                    break
                fields = state.fields()
                for field in state.game.layout["observation"]["fields"]:
                    values = np.asarray(fields[field["name"]])
                    if isinstance(field["type"], str) and field["type"] != "text" and values.size:
                        self.assertGreaterEqual(values.min(), field["minimum"], (name, field["name"]))
                        self.assertLessEqual(values.max(), field["maximum"], (name, field["name"]))
                state.act(state.sample(random))

    def test_a_board_whose_rows_have_gaps_is_read_row_by_row(self):
        field = {"name": "cells", "type": "int8", "offset": 4, "offset_field": None, "capacity": 16, "minimum": 0, "maximum": 9}
        rows = {"name": "row", "count": 0, "count_field": "rows", "stride": 4}
        columns = {"name": "column", "count": 0, "count_field": "rows", "stride": 0}
        size = {"name": "rows", "type": "int32", "offset": 0, "offset_field": None, "capacity": 1, "dimensions": []}
        struct = {"size": 20, "fields": [size, {**field, "dimensions": [rows, columns]}]}
        data = np.int32(2).tobytes() + bytes(range(16))
        self.assertEqual(layouts.fields(struct, data)["cells"].tolist(), [[0, 1], [4, 5]])

    def test_floats_and_doubles_texts_and_structs_are_read(self):
        def field(name, kind, offset, *dimensions):
            room = int(np.prod([each["count"] for each in dimensions])) if dimensions else 1
            return {"name": name, "type": kind, "offset": offset, "offset_field": None, "capacity": room, "dimensions": dimensions}

        def dimension(count):
            return {"name": "d", "count": count, "count_field": None, "stride": 0}

        pair = {"size": 2, "fields": [field("a", "uint8", 0), field("b", "int8", 1)]}
        struct = {"size": 24, "fields": [field("x", "float", 0), field("y", "double", 8), field("t", "text", 16, dimension(4))]}
        struct["fields"].append(field("p", pair, 20, dimension(2)))
        data = np.float32(1.5).tobytes() + bytes(4) + np.float64(-2.5).tobytes() + b"hi\0\0" + bytes([1, 255, 3, 4])
        read = layouts.fields(struct, data)
        self.assertEqual((read["x"], read["y"], read["t"]), (1.5, -2.5, "hi"))
        self.assertEqual(read["p"].tolist(), [(1, -1), (3, 4)])


main()
