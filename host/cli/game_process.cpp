#include "host/cli/game_process.hpp"

#include "host/arena/run_in_child.hpp"
#include "host/cli/interrupt.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"
#include "host/view/output.hpp"

#include <poll.h>
#include <unistd.h>
#include <exception>

#include <csignal>
#include <iostream>
#include <new>
#include <string>

namespace host {

namespace po = boost::program_options;

void add_game_limit_options(Options& options) {
  po::options_description& group = options.group(game_limit_options);
  group.add_options()("game-wall", po::value<double>()->value_name("S"),
                      "limit of wall-clock time for each call of the game, in seconds; 0: none (default: 60)");
  group.add_options()("game-memory", po::value<double>()->value_name("MIB"),
                      "memory limit of the game, in MiB (default: 2048, or half of the machine's memory)");
}

GameLimits read_game_limits(const po::variables_map& values) {
  constexpr double second_ns = 1e9;
  constexpr double mebibyte = 1 << 20;
  constexpr double most = 1e9;
  GameLimits limits;
  const auto number = [&](const char* name, double least) {
    const double value = values[name].as<double>();
    if (!(value >= least && value <= most))
      throw Failure(Exit::usage, std::string("--") + name + " " + decimal(value) + ": it takes a number from " +
                                     decimal(least) + " to " + decimal(most));
    return value;
  };
  if (values.count("game-wall") != 0) limits.wall_ns = static_cast<std::int64_t>(number("game-wall", 0) * second_ns);
  if (values.count("game-memory") != 0)
    limits.memory_bytes = static_cast<std::int64_t>(number("game-memory", 1) * mebibyte);
  return limits;
}

namespace {

/// Returns whether standard output is a pipe or a socket that nobody reads any more.
bool reader_has_gone() {
  pollfd out{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return ::poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

int with_messages(const std::function<int()>& body) {
  try {
    const int code = body();
    std::cout.flush();
    if (!std::cout && reader_has_gone()) return 128 + SIGPIPE;  // as a shell reports it where the signal is not ignored
    if (!std::cout) throw Failure(Exit::output, "the output can't be written");
    return code;
  } catch (const Failure& failure) {
    std::cout.flush();
    tell(failure.what());
    return static_cast<int>(failure.code());
  } catch (const std::bad_alloc&) {
    tell("out of memory");
  } catch (const std::exception& exception) {
    tell(exception.what());
  }
  return static_cast<int>(Exit::internal);
}

int run_game_in_child(const GameLimits& limits, const std::function<int()>& body) {
  std::cout.flush();
  std::cerr.flush();
  return run_in_child(limits, [&] {
    const int code = with_messages(body);
    end_by_broken_pipe();
    return code;
  });
}

}  // namespace host
