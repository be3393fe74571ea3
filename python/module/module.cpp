// agon._agon: libagon for Python. The package's own files, which users see, are written over it.
#include "host/library/state.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "python/module/parts.hpp"

namespace agon_python {

host::Assignments assignments(const py::dict& values) {
  host::Assignments all;
  for (const auto& [name, value] : values) {
    std::string written;
    if (py::isinstance<py::bool_>(value)) {
      written = value.cast<bool>() ? "yes" : "no";
    } else if (py::isinstance<py::str>(value)) {
      written = value.cast<std::string>();
    } else if (py::hasattr(value, "__index__")) {
      written = py::str(value.attr("__index__")()).cast<std::string>();
    } else if (py::isinstance<py::float_>(value)) {
      written = py::repr(value).cast<std::string>();
    } else {
      throw py::type_error("the value of '" + py::str(name).cast<std::string>() + "' is neither text nor a number");
    }
    all.emplace_back(name.cast<std::string>(), std::move(written));
  }
  return all;
}

py::str text(const std::string& bytes) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<py::ssize_t>(bytes.size()), "replace"));
}

namespace {

void bind_errors(py::module_& module) {
  // Objects that live as long as the interpreter.
  static PyObject* const error = PyErr_NewExceptionWithDoc(
      "agon.Error",
      "What went wrong, in one sentence. exit_code is the host's: 2 for a wrong name or value, 3 for an unusable "
      "plugin, "
      "4 for a damaged transcript, 6 for a game that failed, 8 for a lack of isolation, 9 for an unusable database.",
      PyExc_RuntimeError, nullptr);
  static PyObject* const illegal = PyErr_NewExceptionWithDoc(
      "agon.IllegalAction", "An action that the rules refuse, and why.", PyExc_ValueError, nullptr);
  module.attr("Error") = py::reinterpret_borrow<py::object>(error);
  module.attr("IllegalAction") = py::reinterpret_borrow<py::object>(illegal);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const host::library::IllegalAction& exception) {
      PyErr_SetString(illegal, exception.what());
    } catch (const host::Failure& failure) {
      const py::object made = py::reinterpret_borrow<py::object>(error)(text(failure.what()));
      made.attr("exit_code") = static_cast<int>(failure.code());
      PyErr_SetObject(error, made.ptr());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_agon, module) {
  module.doc() = "libagon: games, states, batches and matches of Agon; use the package agon";
  bind_errors(module);
  module.def("set_home", [](const std::string& folder) { host::set_own_folder(folder); });
  bind_games(module);
  bind_states(module);
  bind_batches(module);
  bind_tables(module);
}

}  // namespace agon_python
