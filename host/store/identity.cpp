#include "host/store/identity.hpp"

#include "host/util/digest.hpp"

#include <algorithm>
#include <cstddef>

namespace host {

namespace {

constexpr std::size_t digest_bytes = 16;  // of 32: a collision among 10^12 pairings has a probability below 10^-14

/// A text that only equal identities share: each part is preceded by its length.
class Canonical {
 public:
  void add(const std::string& part) {
    text_ += std::to_string(part.size());
    text_ += ':';
    text_ += part;
  }
  template <class Integer>
  void add_number(Integer number) {
    add(std::to_string(number));
  }
  void add(std::vector<std::pair<std::string, std::string>> settings) {
    std::sort(settings.begin(), settings.end());
    add_number(settings.size());
    for (const auto& [name, value] : settings) {
      add(name);
      add(value);
    }
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  /// The version is incremented when an identity's meaning changes: in version 2 strategies got other seeds, version 3
  /// added limits of turns.
  std::string text_ = "agon match 3\n";
};

}  // namespace

std::string key(const MatchIdentity& identity) {
  const Conditions& conditions = identity.conditions;
  Canonical canonical;
  canonical.add(conditions.game);
  canonical.add(conditions.version);
  canonical.add(conditions.sha256);
  canonical.add(conditions.parameters);
  const agon_limits& limits = conditions.limits;
  for (const std::int64_t limit : {limits.cpu_ns, limits.turn_cpu_ns, limits.increment_ns, limits.wall_ns,
                                   limits.memory_bytes, std::int64_t{limits.threads}})
    canonical.add_number(limit);
  canonical.add(identity.secret);
  canonical.add_number(identity.seats.size());
  for (const SeatIdentity& seat : identity.seats) {
    canonical.add(seat.strategy);  // one library may contain several
    canonical.add(seat.version);
    canonical.add(seat.sha256);
    canonical.add(seat.options);
  }
  if (!conditions.opening.empty()) canonical.add(conditions.opening);

  const Digest digest = sha256_of(canonical.text());
  std::string key(digest.begin(), digest.begin() + digest_bytes);
  for (int shift = 56; shift >= 0; shift -= 8) key += static_cast<char>(identity.seed >> shift & 0xff);
  return key;
}

}  // namespace host
