// Child processes for checks. A child is a copy of this process, which loads the plugin and calls its functions. If the
// plugin crashes, hangs or exits, that is the finding of this one check.
//
// The plugin's code shares its process with the check, and could falsify what the check finds (docs/security.md). The
// child has the same limits and the same isolation as when the plugin plays. How it ends, and how much time, memory
// and threads it takes are measured from outside. What it prints is dropped.
#pragma once

#include "host/isolation/channel.hpp"
#include "host/match/game_state.hpp"
#include "host/plugin/build.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/validate/check.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace host::validate {

/// Default limit of the CPU time of a call, nanoseconds.
constexpr std::int64_t usual_cpu_limit_ns = 10'000'000'000;

/// What a child may do.
enum class Confinement {
  none,       // the same as this process: it plays matches of a trusted game, with strategies in workers
  processes,  // it can't inspect, trace or, if the kernel supports this restriction, signal other processes
  sandbox     // the sandbox in which strategies play
};

struct ChildTerms {
  std::shared_ptr<const Build> build{};  // for load_library()
  std::size_t copies = 0;                // of the library, beside the first
  const GameBuild* game = nullptr;       // a trusted game, loaded before the child is confined; NULL: none
  Confinement confinement = Confinement::none;
  std::int64_t memory_bytes = 0;                   // in the sandbox; 0: no limit
  std::uint32_t threads = 1;                       // in the sandbox: the plugin's maximum at a time
  std::int64_t cpu_limit_ns = usual_cpu_limit_ns;  // of each call, which may also wait for 30 s
  std::size_t matches = default_matches;           // that it may play: more of them allow more time in all

  // The maximum of the whole child, far above what a check takes. A plugin that feigns progress meets no other limit.
  [[nodiscard]] std::int64_t whole_cpu_ns() const { return times_cpu_limit(120); }   // usually 20 minutes
  [[nodiscard]] std::int64_t whole_wall_ns() const { return times_cpu_limit(720); }  // usually 2 hours

 private:
  [[nodiscard]] std::int64_t times_cpu_limit(int times) const;
};

/// Runs `body` in a child and returns its finding, or one about how the child ended. What `body` has written to
/// `records`, if that is not NULL, is then there in this process, too. An exception of `body` becomes a failed check.
/// Throws Failure(isolation) if a layer of the sandbox fails although the kernel supports it, or as `body` does, and
/// std::system_error as ChildProcess. Requires that this process has a single thread.
Finding in_child(const ChildTerms& terms, const std::function<Finding()>& body, std::vector<Record>* records = nullptr);

/// Returns how to load the case's library: one with only strategies is sandboxed; one with a game runs as games do.
ChildTerms terms_for(const Case& examined);

/// Returns how to play matches of the case's game, with strategies in workers.
ChildTerms terms_of_matches(const Case& examined);

// The rest is for `body`, in the child.

/// Sets the current activity, which is reported if the child ends: "action 3, seed 7". Cheap.
void set_activity(std::string_view what);

/// While it exists, the child is in a call of a plugin. Beginning and end of a call restart the limits of time.
class InCall {
 public:
  enum class Of { game, strategy };
  explicit InCall(channel::Phase phase, Of whom = Of::strategy);
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;
  ~InCall();

 private:
  std::uint32_t phase_before_;
  std::uint32_t in_strategy_before_;
};

/// Loads the library, or that copy of it, which shares no variables with others. It stays loaded until the child ends,
/// or until unload_library(). Throws Failure(plugin).
const agon_plugin_type& load_library(std::size_t copy = 0);
void unload_library(std::size_t copy = 0);

/// Closes the sandbox further, as it is while a strategy plays: no library can be loaded after this.
void close_sandbox();

/// Returns the game of the terms.
const Game& trusted_game();

/// Counts as progress, and tells when strategies in workers run, whose time is limited by their workers.
GameActivity& game_activity();

}  // namespace host::validate
