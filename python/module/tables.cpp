// Matches between strategies, some of them Python functions; transcripts and stored results.
#include "host/library/table.hpp"
#include "python/module/parts.hpp"

#include <pybind11/stl.h>

#include <optional>

namespace agon_python {

namespace {

using host::CallbackTurn;
using host::Game;
using host::library::Function;
using host::library::Table;

/// What a function gets. Its turn is valid during the call only.
struct Turn {
  const CallbackTurn* turn;
};

const CallbackTurn& alive(const Turn& turn) {
  if (turn.turn == nullptr) throw std::runtime_error("this turn is over");
  return *turn.turn;
}

/// An exception that is to end the whole match, such as KeyboardInterrupt. No std::exception, so that it passes through
/// the match.
struct Passed {
  std::shared_ptr<py::error_already_set> error;
};

std::string reason_of(const py::error_already_set& error) {
  return py::str(error.type().attr("__name__")).cast<std::string>() + ": " + py::str(error.value()).cast<std::string>();
}

/// Calls the Python function for a turn. The last lines of a traceback go to the seat's log.
std::string call(const std::shared_ptr<py::function>& function, const CallbackTurn& turn) {
  const py::gil_scoped_acquire acquired;
  auto held = std::make_shared<Turn>(Turn{&turn});
  std::string reason;
  try {
    const py::object action = (*function)(held);
    held->turn = nullptr;
    return action.cast<std::string>();
  } catch (py::error_already_set& error) {
    held->turn = nullptr;
    if (!error.matches(PyExc_Exception)) throw Passed{std::make_shared<py::error_already_set>(error)};
    reason = reason_of(error);
    const py::object lines =
        py::module_::import("traceback").attr("format_exception")(error.type(), error.value(), error.trace());
    turn.log(py::str("").attr("join")(lines).cast<std::string>());
  } catch (const py::cast_error&) {
    held->turn = nullptr;
    reason = "it returned no action";
  }
  throw std::runtime_error(reason);
}

/// A Python object whose last reference may go in a thread without the lock.
std::shared_ptr<py::function> shared(py::function function) {
  return {new py::function(std::move(function)), [](py::function* held) {
            const py::gil_scoped_acquire acquired;
            delete held;
          }};
}

py::dict pairs(const std::vector<std::pair<std::string, std::string>>& values) {
  py::dict all;
  for (const auto& [name, value] : values) all[text(name)] = text(value);
  return all;
}

/// Returns a row for each seat's result: columns of docs/database.md.
py::dict seat_row(const host::SeatIdentity& identity, const host::SeatResult& result, double contest) {
  py::dict row;
  row["name"] = text(identity.name);
  row["strategy"] = text(identity.strategy);
  row["version"] = text(identity.version);
  row["options"] = pairs(identity.options);
  row["score"] = result.score;
  row["contest"] = contest;
  row["outcome"] = host::outcome_name(result.outcome.kind);
  row["reason"] = text(result.outcome.reason);
  row["log"] = text(result.outcome.log);
  row["cpu_s"] = static_cast<double>(result.usage.cpu_us()) / 1e6;
  row["wall_s"] = static_cast<double>(result.usage.wall_ns) / 1e9;
  row["peak_kib"] = result.usage.peak_kib;
  row["turns"] = result.usage.turns;
  return row;
}

py::dict record(const host::Transcript& transcript) {
  py::dict made;
  made["game"] = text(transcript.game);
  made["version"] = text(transcript.version);
  made["protocol"] = text(transcript.protocol);
  made["seed"] = transcript.seed;
  made["parameters"] = pairs(transcript.parameters);
  made["start"] = text(transcript.start);
  made["finished"] = transcript.finished;
  py::list actions;
  for (const host::Event& event : transcript.events) {
    py::dict one;
    one["seat"] = event.seat;
    one["action"] = event.forfeit ? py::object(py::none()) : py::object(text(event.action));
    one["reveals"] = text(event.reveals);
    one["forfeit"] = event.forfeit ? py::object(text(event.forfeit->reason)) : py::object(py::none());
    actions.append(one);
  }
  made["actions"] = actions;
  py::list seats;
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) {
    if (seat < transcript.result.seats.size()) {
      seats.append(seat_row(transcript.seats[seat], transcript.result.seats[seat], transcript.contest.at(seat)));
    } else {  // a match that is not over
      seats.append(py::dict(py::arg("name") = text(transcript.seats[seat].name)));
    }
  }
  made["seats"] = seats;
  py::list logs;
  for (const host::TurnLog& log : transcript.usage.logs)
    logs.append(py::dict(py::arg("action") = log.action, py::arg("log") = text(log.text), py::arg("cut") = log.cut));
  py::list evaluations;
  for (const host::Evaluation& told : transcript.usage.evaluations) {
    py::dict one(py::arg("action") = told.action, py::arg("depth") = told.depth, py::arg("nodes") = told.nodes,
                 py::arg("line") = text(told.line));
    one[told.unit == AGON_VALUE_SCORE ? "value" : "share"] =
        told.unit == AGON_VALUE_SCORE ? told.value : host::share_of(told);
    if (told.unit == AGON_VALUE_PAWNS) one["cp"] = told.value;
    if (told.unit == AGON_VALUE_MATE) one["mate"] = told.value;
    evaluations.append(one);
  }
  made["usage"] = py::dict(py::arg("cpu_us") = transcript.usage.cpu_us, py::arg("logs") = logs,
                           py::arg("evaluations") = evaluations);
  return made;
}

py::list results(const std::string& database, std::optional<std::int64_t> run, std::optional<std::string> game) {
  py::list all;
  const host::Filter filter{.run = run, .game = std::move(game)};
  host::library::read_results(database, filter, [&](const host::Result& match) {
    const auto identities = match.players();
    for (std::size_t seat = 0; seat < identities.size(); ++seat) {
      py::dict row;
      row["run"] = match.run;
      row["number"] = match.place.number;
      row["game"] = text(match.conditions->game);
      row["seed"] = match.seed;
      row["parameters"] = pairs(match.parameters());
      row["played"] = match.played;
      row["seat"] = seat;
      const py::dict rest = seat_row(identities[seat], match.seats[seat], match.contest[seat]);
      for (const auto& [name, value] : rest) row[name] = value;
      all.append(row);
    }
  });
  return all;
}

/// Reads the keywords of agon.Arena that are limits; what is None is not given.
host::GivenLimits limits(const py::dict& given) {
  const auto number = [&](const char* name) { return given[name].cast<std::optional<double>>(); };
  return {.time = number("time"),
          .turn_time = number("turn_time"),
          .increment = number("increment"),
          .memory = number("memory"),
          .wall = number("wall"),
          .threads = given["threads"].cast<std::optional<std::int64_t>>()};
}

std::unique_ptr<Table> make_table(const std::shared_ptr<Game>& game, const py::list& players,
                                  const py::dict& parameters, const std::string& isolation, bool fresh,
                                  const std::string& secret, const py::dict& given,
                                  const std::vector<std::string>& opening, std::size_t opening_plies) {
  std::vector<std::variant<std::string, Function>> all;
  for (const py::handle& player : players) {
    if (py::isinstance<py::str>(player)) {
      all.emplace_back(player.cast<std::string>());
      continue;
    }
    const auto named = player.cast<std::pair<std::string, py::function>>();
    all.emplace_back(Function{
        named.first, [function = shared(named.second)](const CallbackTurn& turn) { return call(function, turn); }});
  }
  return std::make_unique<Table>(
      game, std::move(all),
      Table::Options{assignments(parameters), isolation, fresh, secret, limits(given), {opening, opening_plies}});
}

py::dict play(Table& table, std::uint64_t seed) {
  host::Transcript played;
  try {
    const py::gil_scoped_release released;
    played = table.play(seed);
  } catch (const Passed& passed) {
    throw *passed.error;
  }
  py::dict made = record(played);
  // Without a notation, nothing was recorded.
  const host::GameDescription& game = table.game().description;
  made["line"] = text(played.events.empty() ? host::head_line(played, game) : host::to_line(played, game));
  return made;
}

}  // namespace

void bind_tables(py::module_& module) {
  py::class_<Turn, std::shared_ptr<Turn>>(module, "Turn")
      .def_property_readonly("seat", [](const Turn& turn) { return alive(turn).start.seat; })
      .def_property_readonly("seats", [](const Turn& turn) { return alive(turn).start.seats; })
      .def_property_readonly("seed", [](const Turn& turn) { return alive(turn).start.seed; })
      .def_property_readonly("observation",
                             [](const Turn& turn) {
                               const agon_bytes seen = alive(turn).observation;
                               return py::bytes(static_cast<const char*>(seen.data), seen.size);
                             })
      .def("act",
           [](const Turn& turn, const std::string& action) {
             bool over = false;
             const std::string reply = alive(turn).act(action, over);
             return py::make_tuple(py::bytes(reply), over);
           })
      .def("log", [](const Turn& turn, const std::string& line) { alive(turn).log(line); })
      .def("position",
           [](const Turn& turn) {
             const host::SeatStart& start = alive(turn).start;
             return text(start.notation->position(start.seat));
           })
      .def("parse_action", [](const Turn& turn, const std::string& words) {
        std::string reason;
        const auto action = alive(turn).start.notation->parse_action(words, reason);
        if (!action) throw std::invalid_argument(reason);
        return py::bytes(static_cast<const char*>(action->data), action->size);
      });
  py::class_<Table>(module, "Table")
      .def(py::init(&make_table))
      .def("play", play)
      .def_property_readonly("missing", &Table::missing);
  module.def("read_transcripts", [](const std::string& file) {
    py::list all;
    for (const host::Transcript& transcript : host::library::read_transcripts(file)) all.append(record(transcript));
    return all;
  });
  module.def("results", results);
}

}  // namespace agon_python
