#include "host/live/rebuild_detector.hpp"

#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace host {

namespace {

constexpr std::chrono::milliseconds moment(100);

/// Returns a text that differs for different states of the file; empty: it is gone, or may still be written to.
std::string state_of(const std::filesystem::path& file) {
  struct stat now {};
  if (::stat(file.c_str(), &now) != 0) return {};
  const auto changed = std::chrono::seconds(now.st_ctim.tv_sec) + std::chrono::nanoseconds(now.st_ctim.tv_nsec);
  const auto age = std::chrono::system_clock::now().time_since_epoch() - changed;
  if (age >= std::chrono::nanoseconds(0) && age < moment) return {};
  std::string state;
  for (const auto part :
       {static_cast<std::int64_t>(now.st_dev), static_cast<std::int64_t>(now.st_ino),
        static_cast<std::int64_t>(now.st_size), static_cast<std::int64_t>(changed / std::chrono::nanoseconds(1))})
    state += std::to_string(part) + " ";
  return state;
}

/// Returns what finds the strategy in its file again: a file may have several.
PluginSpec spec_of(const Participant& player) {
  PluginSpec spec = PluginSpec::parse(player.given.empty() ? player.identity.strategy : player.given);
  spec.plugin = player.file.build->path().string();
  if (spec.plugin.ends_with(".so")) spec.plugin += ":" + player.file.description.id;
  return spec;
}

}  // namespace

std::optional<Participant> RebuildDetector::newer(const Participant& player, const GameDescription& game) {
  const Build& playing = *player.file.build;
  std::string& seen = seen_[playing.path()];
  std::string state = state_of(playing.watched());
  if (state.empty() || state == seen) return std::nullopt;
  seen = std::move(state);
  if (playing.since() != Build::Since::changed) return std::nullopt;
  Participant next = enter(spec_of(player), game, Catalogue({}));
  next.given = player.given;
  return next;
}

}  // namespace host
