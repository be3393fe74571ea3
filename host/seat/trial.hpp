// Tests what the sandbox must refuse: `host doctor` starts a worker without a strategy for each trial.
#pragma once

#include "host/isolation/worker_trials.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Returns the name of the forbidden operation, as in "read files".
std::string trial_name(Trial trial);

/// The phase of a worker's life in which the operation is tried.
enum class Stage { loading, playing };

/// Returns whether a worker is refused the operation, with or without the sandbox; nothing if the worker ended in an
/// unexpected way. Throws Failure(isolation) if the sandbox can't be set up.
std::optional<bool> refused(Trial trial, Stage stage, bool sandbox = true);

struct TrialResult {
  Trial trial = Trial::none;
  // See refused().
  std::optional<bool> while_loading;
  std::optional<bool> while_playing;
};

/// Runs all trials in the sandbox that strategies get. Throws Failure(isolation) if no sandbox is possible.
std::vector<TrialResult> try_sandbox();

/// Returns the layers that a worker can set up here; bits of Layer.
std::uint32_t layers_of_sandbox();

}  // namespace host
