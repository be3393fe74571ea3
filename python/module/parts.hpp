// The parts of the module: each binds the classes of one header of libagon.
#pragma once

#include "host/library/game.hpp"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

namespace agon_python {

namespace py = pybind11;

void bind_games(py::module_& module);
void bind_states(py::module_& module);
void bind_batches(py::module_& module);
void bind_tables(py::module_& module);

/// Returns the names and values as text: {"n": 6, "board": "..."}. Throws TypeError for a value that is neither text, a
/// number nor a truth value.
host::Assignments assignments(const py::dict& values);

/// Returns text that may contain bytes other than UTF-8, which become replacement characters.
py::str text(const std::string& bytes);

}  // namespace agon_python
