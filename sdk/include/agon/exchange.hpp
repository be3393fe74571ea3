// agon/exchange.hpp - the records and openings of agon/ext/exchange.h in C++.
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/exchange.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon {

/// See agon_record. Borrowed for the call.
class Record {
 public:
  explicit Record(const agon_record& raw) : raw_(raw) {}

  [[nodiscard]] std::uint64_t seed() const { return raw_.seed; }
  [[nodiscard]] std::string_view player(std::int32_t seat) const { return raw_.players[seat]; }
  [[nodiscard]] bool is_over() const { return raw_.scores != nullptr; }
  /// Of a match that is over.
  [[nodiscard]] double score(std::int32_t seat) const { return raw_.scores[seat]; }
  /// Those of the opening, which no player has chosen, are the first.
  [[nodiscard]] std::uint64_t opening_size() const { return raw_.opening_count; }
  [[nodiscard]] std::span<const agon_record_turn> turns() const { return {raw_.turns, raw_.turn_count}; }
  [[nodiscard]] static std::string_view text_of(const agon_record_turn& turn) {
    return {static_cast<const char*>(turn.text.data), turn.text.size};
  }

 private:
  const agon_record& raw_;
};

/// See agon_opening.
struct Opening {
  std::uint64_t line = 1;
  std::vector<std::pair<std::string, std::string>> parameters = {};
  std::vector<std::string> actions = {};
};

/// Where the openings of a text go.
class Openings {
 public:
  explicit Openings(const agon_opening_list& raw) : raw_(raw) {}

  void add(const Opening& opening) {
    std::vector<agon_setting> settings;
    for (const auto& [name, value] : opening.parameters) settings.push_back({name.c_str(), value.c_str()});
    std::vector<agon_bytes> actions;
    for (const std::string& action : opening.actions) actions.push_back({action.data(), action.size()});
    const agon_opening flat = {opening.line, settings.size(), actions.size(), settings.data(), actions.data()};
    raw_.add(raw_.host, &flat);
  }

 private:
  const agon_opening_list& raw_;
};

}  // namespace agon
