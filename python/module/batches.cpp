// Batches: their rows as arrays that share the batch's memory, and steps without the interpreter's lock.
#include "host/library/batch.hpp"
#include "python/module/parts.hpp"

#include <pybind11/numpy.h>

namespace agon_python {

namespace {

using host::Game;
using host::library::Batch;

/// Returns an array over the batch's memory, which keeps the batch alive.
template <class Element>
py::array rows(py::object& self, Element* first, py::ssize_t columns = 0) {
  std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(self.cast<Batch&>().count())};
  if (columns != 0) shape.push_back(columns);
  return py::array_t<Element>(std::move(shape), first, self);
}

py::array bytes(py::object& self, std::byte* first, std::uint64_t size) {
  return rows(self, reinterpret_cast<std::uint8_t*>(first), static_cast<py::ssize_t>(size));
}

void step(Batch& batch, const py::buffer& actions) {
  const py::buffer_info info = actions.request();
  const std::size_t size = batch.count() * batch.action_size();
  if (PyBuffer_IsContiguous(info.view(), 'C') == 0 || static_cast<std::size_t>(info.size * info.itemsize) != size)
    throw py::value_error("step() needs " + std::to_string(batch.count()) + " actions of " +
                          std::to_string(batch.action_size()) + " bytes, contiguous");
  const auto* const first = static_cast<const std::byte*>(info.ptr);
  const py::gil_scoped_release released;
  batch.step(first);
}

}  // namespace

void bind_batches(py::module_& module) {
  py::class_<Batch>(module, "Batch")
      .def(py::init([](const std::shared_ptr<Game>& game, std::size_t count, std::uint64_t seed, std::int32_t seats,
                       const py::dict& values, bool observe, bool sample, bool score) {
        return std::make_unique<Batch>(game, count, seed, seats, assignments(values),
                                       Batch::Work{observe, sample, score});
      }))
      .def_property_readonly("seats", &Batch::seats)
      .def_property_readonly("observations",
                             [](py::object self) {
                               auto& batch = self.cast<Batch&>();
                               return bytes(self, batch.observations(), batch.observation_size());
                             })
      .def_property_readonly("samples",
                             [](py::object self) {
                               auto& batch = self.cast<Batch&>();
                               return bytes(self, batch.samples(), batch.action_size());
                             })
      .def_property_readonly("to_move", [](py::object self) { return rows(self, self.cast<Batch&>().to_move()); })
      .def_property_readonly("over", [](py::object self) { return rows(self, self.cast<Batch&>().over()); })
      .def_property_readonly("illegal", [](py::object self) { return rows(self, self.cast<Batch&>().illegal()); })
      .def_property_readonly("seeds", [](py::object self) { return rows(self, self.cast<Batch&>().seeds()); })
      .def_property_readonly("final_scores",
                             [](py::object self) {
                               auto& batch = self.cast<Batch&>();
                               return rows(self, batch.final_scores(), batch.seats());
                             })
      .def_property_readonly("scores",
                             [](py::object self) {
                               auto& batch = self.cast<Batch&>();
                               return rows(self, batch.scores(), batch.seats());
                             })
      .def("actions", [](const Batch& batch, std::size_t match) { return py::bytes(batch.actions(match)); })
      .def("step", step);
}

}  // namespace agon_python
