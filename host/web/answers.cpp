#include "host/web/answers.hpp"

#include "host/failure.hpp"
#include "host/view/match_header.hpp"
#include "host/whole_number.hpp"

#include <exception>
#include <nlohmann/json.hpp>

namespace host {

const char* type_of(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  return "text/html; charset=utf-8";
}

HttpResponse json_response(const nlohmann::ordered_json& json) {
  return {.body = page_json(json)};
}

HttpResponse error_response(unsigned status, const std::string& sentence) {
  return {.status = status, .body = page_json({{"error", sentence}})};
}

HttpResponse answered(const HttpRequest& request, const std::function<HttpResponse()>& body) {
  try {
    return body();
  } catch (const Failure& failure) {
    return error_response(request.post ? 200 : 400, failure.what());
  } catch (const std::exception& failure) {
    return error_response(500, failure.what());
  }
}

std::string value_of(const HttpRequest& request, const std::string& name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? std::string() : found->second;
}

std::uint64_t number_of(const HttpRequest& request, const std::string& name) {
  const auto number = whole_number<std::uint64_t>(value_of(request, name));
  if (!number) throw Failure(Exit::usage, "'" + name + "' takes a whole number");
  return *number;
}

std::string text_field(const nlohmann::ordered_json& json, const char* name) {
  if (!json.is_object()) throw Failure(Exit::usage, "a part of the request is no JSON object");
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string())
    throw Failure(Exit::usage, std::string("the request has no text '") + name + "'");
  return found->get<std::string>();
}

std::uint64_t number_field(const nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_unsigned())
    throw Failure(Exit::usage, std::string("the request has no number '") + name + "'");
  return found->get<std::uint64_t>();
}

bool flag_field(const nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) return false;
  if (!found->is_boolean())
    throw Failure(Exit::usage, std::string("'") + name + "' of the request takes true or false");
  return found->get<bool>();
}

}  // namespace host
