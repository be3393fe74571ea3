// Programs in any language that speak lines of text, and engines (docs/programs.md): what the user
// names, and which files it means.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/spec.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// A program that takes a seat. A copy of its files plays, made when it was found.
struct Program {
  std::vector<std::string> words;               // what to run: the absolute path of the file, or the command's words
  std::vector<std::filesystem::path> files;     // absolute: the program's file, or the files that the command names
  std::vector<std::filesystem::path> readable;  // absolute: what the sandbox lets it read, besides the system's folders
  std::string id;                               // of the strategy: the file's name without its ending
  std::filesystem::path place;                  // absolute: that file, not the copy; empty: the command names none
  std::filesystem::path folder{};               // absolute: its current folder; empty: the host's
  std::string commands{};  // the folder in which a shell finds its interpreter; empty: the system's
  std::string root{};      // the folder of the copy, which has "/home/ada/bot.py" below it
  std::string closed{};    // a sentence why the sandbox does not open the folder of its file; empty: it does
  EngineProtocol engine = EngineProtocol::none;  // that it speaks, if it is an engine
  std::string fault{};  // not empty: a sentence why it, or a library, can't be used; it loses each match
  std::int64_t start_ns = default_start_ns;  // limit of CPU time for its start
  std::shared_ptr<const Build> build{};      // its identity
  static constexpr std::int64_t default_start_ns = 10'000'000'000;
};

/// Returns whether the text means a program: it is a command line, or the path of a regular file that is no shared
/// library and does not end in .so.
bool is_program(const std::string& plugin);

/// Returns the program, with the host's own options `start`, `read` and `cwd` applied; `own` gets the program's other
/// options. Throws Failure(plugin) if it can't be run: it is not executable, or its interpreter is missing. Throws
/// Failure(usage) for an invalid option.
Program find_program(const PluginSpec& spec, Assignments& own);

/// Splits a command line at blanks. Quotes, '...' and "...", keep a word together. Throws Failure(usage) for a missing
/// quote.
std::vector<std::string> command_words(const std::string& command);

}  // namespace host
