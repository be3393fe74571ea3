// A piece of a check in a process of its own, so that whatever the plugin does there - crash, hang, exit - is a result.
//
// The process is a fork of the checker, made while that has one thread. It has a process group of its own, ends with
// the checker, and its output goes to a log. Libraries of strategies are loaded there only after confine(), which puts
// up the sandbox that they play in (host/worker): they can do no more than in a match.
#pragma once

#include "host/seat/channel.hpp"
#include "host/validate/check.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace host::validate {

/// How long a process may take until it is ended: what has used no CPU time may be a machine that is busy elsewhere.
struct Patience {
  std::int64_t cpu_ns = 10'000'000'000;
  std::int64_t wall_ns = 30'000'000'000;
};

/// The usual patience; more where a check plays as many matches as it is told to.
Patience patience_for(const Case& examined);

/// What came back.
struct Answer {
  Finding finding;
  std::string data;    // what the body hands over to the checker beside it
  std::string output;  // what was printed there, as far as it is kept
};

/// Runs `body` there. What it throws is a failed check.
Answer run_apart(const Patience& patience, const std::function<Finding(std::string& data)>& body);
Finding run_apart(const Patience& patience, const std::function<Finding()>& body);

// For the body:

/// Says what is being done, for the case that it is the last thing: "in act() of seat 1, action 3, seed 7". Cheap.
void now(std::string_view what);

/// Says which of the plugin's functions is being called, for sentences about a crash there.
void now(channel::Phase phase);

/// Puts up the sandbox's layers, as far as this machine has them, for a strategy from the library at this path, with so
/// much memory. Returns what to load the library by. Nothing is put up in a host built with sanitizers. Throws
/// Failure(isolation) if a layer fails that the kernel has.
std::string confine(const std::filesystem::path& library, std::int64_t memory_bytes);

/// The second filter, when the library is loaded.
void confine_further();

/// How many threads this process has. Works in the sandbox, too, if it was called once before.
std::size_t thread_count();

}  // namespace host::validate
