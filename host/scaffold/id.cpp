// Checks the names of new strategies and games.
#include "host/failure.hpp"
#include "host/plugin/library.hpp"
#include "host/scaffold/project.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace host {

namespace {

/// Returns whether a namespace can't have this name: keywords of C++, and functions and types that the headers of the C
/// library define in the enclosing scope.
bool is_taken(std::string_view id) {
  static const std::set<std::string_view> words = {
      "abort",    "abs",     "access",    "agon",     "alarm",   "alignas",  "alignof",  "and",      "asm",
      "atoi",     "auto",    "bind",      "bool",     "bot",     "break",    "case",     "catch",    "char",
      "chmod",    "class",   "clock",     "close",    "concept", "connect",  "const",    "continue", "crypt",
      "decltype", "default", "delete",    "div",      "do",      "double",   "dup",      "else",     "enum",
      "environ",  "exit",    "exp",       "explicit", "export",  "extern",   "false",    "final",    "float",
      "floor",    "for",     "fork",      "free",     "friend",  "gamma",    "goto",     "if",       "index",
      "inline",   "int",     "ioctl",     "kill",     "labs",    "link",     "listen",   "log",      "long",
      "main",     "mutable", "namespace", "new",      "nice",    "noexcept", "not",      "nullptr",  "open",
      "operator", "or",      "override",  "pause",    "pipe",    "pow",      "printf",   "private",  "protected",
      "public",   "puts",    "raise",     "rand",     "random",  "read",     "register", "remove",   "rename",
      "requires", "return",  "round",     "select",   "send",    "short",    "signal",   "signed",   "sin",
      "sizeof",   "sleep",   "socket",    "stat",     "static",  "std",      "stderr",   "stdin",    "stdout",
      "strategy", "struct",  "swab",      "switch",   "sync",    "system",   "tan",      "tee",      "template",
      "this",     "throw",   "time",      "times",    "true",    "truncate", "try",      "typedef",  "typeid",
      "typename", "union",   "unlink",    "unsigned", "using",   "virtual",  "void",     "volatile", "wait",
      "while",    "write",   "xor"};
  return words.contains(id);
}

}  // namespace

void check_id(const std::string& id, const std::string& what) {
  const std::string refused = "'" + id + "' can't be the name of " + what + ": it ";
  if (!is_identifier(id))
    throw Failure(Exit::usage, refused + "needs a lower-case letter, then lower-case letters, digits and '_'");
  constexpr std::size_t most = 64;  // a file name may have 255 bytes; the rest is for prefixes and suffixes
  if (id.size() > most) throw Failure(Exit::usage, refused + "has more than " + std::to_string(most) + " characters");
}

void check_game_id(const std::string& id) {
  check_id(id, "a game");
  if (is_taken(id))
    throw Failure(Exit::usage, "'" + id + "' can't be the name of a game: it has a meaning in C++ or its library; '" +
                                   id + "_game' would do");
}

}  // namespace host
