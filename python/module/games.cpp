// Games, what they declare, and their strategies.
#include "host/plugin/layout.hpp"
#include "python/module/parts.hpp"

#include <pybind11/stl.h>

namespace agon_python {

namespace {

using host::Game;

py::list settings(const std::vector<host::SettingDescription>& declared) {
  py::list all;
  for (const host::SettingDescription& setting : declared) {
    py::dict one;
    one["name"] = text(setting.name);
    one["summary"] = text(setting.summary);
    one["default"] = setting.fallback ? py::object(text(*setting.fallback)) : py::none();
    one["range"] = text(setting.range());
    all.append(one);
  }
  return all;
}

py::dict structure(const host::StructDescription& description) {
  py::list fields;
  for (const host::FieldDescription& field : description.fields) {
    py::list dimensions;
    for (const host::DimensionDescription& each : field.dimensions) {
      py::dict dimension;
      dimension["name"] = each.name;
      dimension["count"] = each.count;
      dimension["stride"] = each.stride;
      dimension["count_field"] =
          each.count_field ? py::object(py::str(description.fields[*each.count_field].name)) : py::none();
      dimensions.append(dimension);
    }
    py::dict one;
    one["name"] = field.name;
    one["summary"] = text(field.summary);
    one["type"] = field.type ? py::object(structure(*field.type)) : py::object(py::str(field.type_name()));
    one["offset"] = field.offset;
    one["offset_field"] =
        field.offset_field ? py::object(py::str(description.fields[*field.offset_field].name)) : py::none();
    one["capacity"] = field.capacity;
    one["dimensions"] = dimensions;
    one["minimum"] = field.minimum;
    one["maximum"] = field.maximum;
    fields.append(one);
  }
  py::dict made;
  made["name"] = description.name;
  made["summary"] = text(description.summary);
  made["size"] = description.size;
  made["fields"] = fields;
  return made;
}

py::object layout(const Game& game) {
  const auto declared = host::layout_of(*game.type);
  if (!declared) return py::none();
  py::dict all;
  all["observation"] = structure(declared->observation);
  all["action"] = structure(declared->action);
  all["reply"] = declared->reply ? py::object(structure(*declared->reply)) : py::none();
  return all;
}

py::list strategies(const Game& game) {
  py::list all;
  for (const host::StrategyDescription& strategy : host::library::strategies_for(game)) {
    py::dict one;
    one["id"] = strategy.id;
    one["version"] = text(strategy.version);
    one["protocol"] = strategy.protocol;
    one["summary"] = text(strategy.summary);
    one["options"] = settings(strategy.options);
    all.append(one);
  }
  return all;
}

}  // namespace

void bind_games(py::module_& module) {
  module.def("all_games", &host::library::all_games);
  // The library keeps a constant object; pybind11 holds no pointers to those.
  module.def("find_game",
             [](const std::string& name) { return std::const_pointer_cast<Game>(host::library::find_game(name)); });
  py::class_<Game, std::shared_ptr<Game>>(module, "Game")
      .def_property_readonly("id", [](const Game& game) { return game.description.id; })
      .def_property_readonly("version", [](const Game& game) { return text(game.description.version); })
      .def_property_readonly("protocol", [](const Game& game) { return game.description.protocol; })
      .def_property_readonly("title", [](const Game& game) { return text(game.description.title); })
      .def_property_readonly("summary", [](const Game& game) { return text(game.description.summary); })
      .def_property_readonly("rules", [](const Game& game) { return text(game.description.rules); })
      .def_property_readonly("opponent", [](const Game& game) { return game.description.opponent; })
      .def_property_readonly("min_seats", [](const Game& game) { return game.description.min_seats; })
      .def_property_readonly("max_seats", [](const Game& game) { return game.description.max_seats; })
      .def_property_readonly("seat_names", [](const Game& game) { return game.description.seat_names; })
      .def_property_readonly("parameters", [](const Game& game) { return settings(game.description.parameters); })
      .def_property_readonly("layout", layout)
      .def_property_readonly("strategies", strategies)
      .def_property_readonly("model_properties",
                             [](const Game& game) -> std::optional<std::uint32_t> {
                               const agon_model* const model = host::library::model_of(game);
                               return model == nullptr ? std::nullopt : std::optional(model->properties);
                             })
      .def_property_readonly("action_size", [](const Game& game) {
        const agon_model* const model = host::library::model_of(game);
        return model == nullptr ? game.type->action_capacity : model->action_size;
      });
}

}  // namespace agon_python
