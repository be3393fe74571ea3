// What the sandbox must refuse, tried out: `host doctor` starts a worker without a strategy for each of these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace host {

enum class Trial : std::uint32_t {
  none,    // play
  layers,  // only put up the layers
  read_file,
  write_file,
  read_memory,
  signal_host,
  open_socket,
  start_process,
  start_thread,
  run_program
};

/// What a strategy would do there, as in "read files".
std::string trial_name(Trial trial);

/// Where in a worker's life a strategy would try it.
enum class Stage { loading, playing };

/// Whether a worker is refused it, with or without the sandbox; nothing if the worker ended otherwise than one could
/// expect. Throws Failure(isolation) if the sandbox can't be put up.
std::optional<bool> refused(Trial trial, Stage stage, bool sandbox = true);

struct TrialResult {
  Trial trial = Trial::none;
  // As refused() says.
  std::optional<bool> while_loading;
  std::optional<bool> while_playing;
};

/// Tries all of them, in a sandbox as strategies get it. Throws Failure(isolation) if there can't be any.
std::vector<TrialResult> try_sandbox();

/// The layers that a worker can put up here; bits of Layer.
std::uint32_t layers_of_sandbox();

}  // namespace host
