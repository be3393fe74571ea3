#include "host/web/answers.hpp"

#include "host/failure.hpp"
#include "host/web/match_view.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <exception>

namespace host {

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
  const std::string text = value_of(request, name);
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size())
    throw Failure(Exit::usage, "'" + name + "' takes a whole number");
  return number;
}

}  // namespace host
