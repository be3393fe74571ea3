// States: positions that the caller plays.
#include "host/library/state.hpp"
#include "host/match/choices.hpp"
#include "python/module/parts.hpp"

#include <pybind11/stl.h>

namespace agon_python {

namespace {

using host::Game;
using host::library::State;

py::dict parameters(const State& state) {
  const auto values = state.raw().parameters();
  py::dict all;
  for (std::size_t index = 0; index < values.size(); ++index) {
    if (values[index]) all[text(state.raw().game().description.parameters[index].name)] = text(*values[index]);
  }
  return all;
}

}  // namespace

void bind_states(py::module_& module) {
  py::class_<State>(module, "State")
      .def(py::init(
          [](const std::shared_ptr<Game>& game, std::uint64_t seed, std::int32_t seats, const py::dict& values) {
            return std::make_unique<State>(game, host::library::setup_for(*game, seed, seats, assignments(values)));
          }))
      .def_static(
          "determinised",
          [](const std::shared_ptr<Game>& game, std::int32_t seats, std::int32_t seat, const std::string& observation,
             std::uint64_t seed) { return std::make_unique<State>(game, seats, seat, observation, seed); })
      .def("copy", &State::copy)
      .def_property_readonly("seed", [](const State& state) { return state.raw().setup().seed; })
      .def_property_readonly("seats", &State::seats)
      .def_property_readonly("to_move", &State::to_move)
      .def_property_readonly("parameters", parameters)
      .def("observe", [](const State& state, std::int32_t seat) { return py::bytes(state.observe(seat)); })
      .def("actions", [](const State& state) { return py::bytes(state.actions()); })
      .def("sample", [](const State& state, std::uint64_t bits) { return py::bytes(state.sample(bits)); })
      .def("act", [](State& state, const std::string& action) { return py::bytes(state.act(action)); })
      .def("forfeit", &State::forfeit)
      .def("score", &State::score)
      .def("position", [](const State& state, std::int32_t seat) { return text(state.position(seat)); })
      .def("revealed", [](const State& state, std::int32_t seat) { return text(state.raw().revealed(seat)); })
      .def("action_text", [](const State& state, const std::string& action) { return text(state.action_text(action)); })
      .def("parse_action",
           [](const State& state, const std::string& words) { return py::bytes(state.parse_action(words)); })
      .def("choices",
           [](const State& state, const std::string& begun, std::optional<std::size_t> cell) {
             py::list all;
             for (const host::Choice& choice : host::choices(state.raw(), begun, cell))
               all.append(py::dict(py::arg("text") = text(choice.text), py::arg("label") = text(choice.label),
                                   py::arg("whole") = choice.whole, py::arg("refusal") = text(choice.refusal),
                                   py::arg("cell") = choice.cell, py::arg("cells") = choice.cells));
             return all;
           })
      .def("draw", [](const State& state, std::int32_t seat) { return text(state.draw(seat)); })
      .def("scene", [](const State& state, std::int32_t seat) { return text(state.scene(seat)); });
}

}  // namespace agon_python
