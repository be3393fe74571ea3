#include "host/program_name.hpp"

#include "host/escape.hpp"

#include <cerrno>
#include <cstddef>

namespace host {

std::string_view short_name() {
  constexpr std::string_view installed = "agon";
  return ::program_invocation_short_name == installed ? installed : "host";
}

std::string_view program_name() {
  const std::string_view typed = ::program_invocation_name;
  const bool relative = typed.find('/') != std::string_view::npos && !typed.starts_with('/');
  return relative && typed.ends_with(short_name()) ? typed : short_name();
}

std::string command_line(std::string_view words) {
  return shell_word(program_name()).append(" ").append(words);
}

std::string message_prefix() {
  return std::string(short_name()) + ": ";
}

std::string renamed(std::string text, std::string_view program) {
  constexpr std::string_view written = "host";
  const auto begins_command = [](std::string_view before) {
    if (before.ends_with('\'') || before.ends_with('(') || before.ends_with("&& ")) return true;
    return before.ends_with("\n  ") || before == "  ";
  };
  std::size_t at = 0;
  while ((at = text.find("host ", at)) != std::string::npos) {
    const bool command = begins_command(std::string_view(text).substr(0, at));
    if (command) text.replace(at, written.size(), program);
    at += command ? program.size() : written.size();
  }
  return text;
}

}  // namespace host
