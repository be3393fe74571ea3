#include "tests/e2e/schema.hpp"

#include "tests/support/pattern.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace e2e {

namespace {

using Json = support::Json;

bool is_of_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  // To JSON Schema 1.0 is an integer; to the readers of our transcripts it is not.
  if (type == "integer") return value.is_number_integer();
  throw std::runtime_error("the schema names an unknown type '" + type + "'");
}

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  std::vector<std::string> check(const Json& schema, const Json& value, const std::string& place) {
    faults_.clear();
    visit(schema, value, place);
    return std::move(faults_);
  }

 private:
  using Keyword = void (Checker::*)(const Json& argument, const Json& schema, const Json& value,
                                    const std::string& place);

  void fault(const std::string& place, const std::string& what) { faults_.push_back(place + " " + what); }

  void visit(const Json& schema, const Json& value, const std::string& place) {
    static const std::map<std::string, Keyword> keywords = {
        {"$schema", &Checker::annotation},
        {"title", &Checker::annotation},
        {"description", &Checker::annotation},
        {"$defs", &Checker::annotation},
        {"$ref", &Checker::reference},
        {"type", &Checker::type},
        {"const", &Checker::constant},
        {"enum", &Checker::enumeration},
        {"minimum", &Checker::minimum},
        {"maximum", &Checker::maximum},
        {"pattern", &Checker::pattern},
        {"required", &Checker::required},
        {"properties", &Checker::properties},
        {"additionalProperties", &Checker::additional},
        {"items", &Checker::items},
        {"minItems", &Checker::least_items},
        {"oneOf", &Checker::one_of},
    };
    for (const auto& [name, argument] : schema.items()) {
      const auto found = keywords.find(name);
      if (found == keywords.end()) throw std::runtime_error("the schema's keyword '" + name + "' is not known here");
      (this->*found->second)(argument, schema, value, place);
    }
  }

  void annotation(const Json&, const Json&, const Json&, const std::string&) {}

  void reference(const Json& argument, const Json&, const Json& value, const std::string& place) {
    const std::string target = argument;
    if (!target.starts_with("#/")) throw std::runtime_error("the schema refers to another file: " + target);
    visit(root_.at(Json::json_pointer(target.substr(1))), value, place);
  }

  void type(const Json& argument, const Json&, const Json& value, const std::string& place) {
    const Json types = argument.is_array() ? argument : Json::array({argument});
    const bool any = std::any_of(types.begin(), types.end(), [&](const Json& each) { return is_of_type(value, each); });
    if (!any) fault(place, "is not of type " + support::to_text(argument));
  }

  void constant(const Json& argument, const Json&, const Json& value, const std::string& place) {
    if (value != argument) fault(place, "is not " + support::to_text(argument));
  }

  void enumeration(const Json& argument, const Json&, const Json& value, const std::string& place) {
    if (std::find(argument.begin(), argument.end(), value) == argument.end()) {
      fault(place, "is not one of " + support::to_text(argument));
    }
  }

  void minimum(const Json& argument, const Json&, const Json& value, const std::string& place) {
    if (value.is_number() && value < argument) fault(place, "is below " + support::to_text(argument));
  }

  void maximum(const Json& argument, const Json&, const Json& value, const std::string& place) {
    if (value.is_number() && value > argument) fault(place, "is above " + support::to_text(argument));
  }

  void pattern(const Json& argument, const Json&, const Json& value, const std::string& place) {
    if (value.is_string() && support::Pattern(argument.get<std::string>()).find(value.get<std::string>()).empty()) {
      fault(place, "does not match " + support::to_text(argument));
    }
  }

  void required(const Json& argument, const Json&, const Json& value, const std::string& place) {
    for (const Json& name : argument) {
      if (value.is_object() && !value.contains(name.get<std::string>()))
        fault(place, "lacks " + support::to_text(name));
    }
  }

  void properties(const Json& argument, const Json&, const Json& value, const std::string& place) {
    for (const auto& [name, schema] : argument.items()) {
      if (value.is_object() && value.contains(name)) visit(schema, value.at(name), place + "/" + name);
    }
  }

  void additional(const Json& argument, const Json& schema, const Json& value, const std::string& place) {
    if (!value.is_object()) return;
    for (const auto& [name, member] : value.items()) {
      if (schema.contains("properties") && schema.at("properties").contains(name)) continue;
      if (argument.is_object()) {
        visit(argument, member, place + "/" + name);
      } else if (!argument.get<bool>()) {
        fault(place, "has a field '" + name + "' too many");
      }
    }
  }

  void items(const Json& argument, const Json&, const Json& value, const std::string& place) {
    if (!value.is_array()) return;
    for (std::size_t index = 0; index < value.size(); ++index) {
      visit(argument, value.at(index), place + "/" + std::to_string(index));
    }
  }

  void least_items(const Json& argument, const Json&, const Json& value, const std::string& place) {
    if (value.is_array() && value.size() < argument.get<std::size_t>()) fault(place, "has too few entries");
  }

  void one_of(const Json& argument, const Json&, const Json& value, const std::string& place) {
    const auto fits = std::count_if(argument.begin(), argument.end(), [&](const Json& schema) {
      return Checker(root_).check(schema, value, place).empty();
    });
    if (fits != 1) fault(place, "fits " + std::to_string(fits) + " of the alternatives, not one");
  }

  const Json& root_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> schema_faults(const Json& schema, const Json& value) {
  return Checker(schema).check(schema, value, "");
}

}  // namespace e2e
