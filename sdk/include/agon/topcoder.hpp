// agon/topcoder.hpp - what the adapters for contest classes share.
//
// A class that was written for a TopCoder contest becomes a plugin with two lines around it, or one and a compiler
// flag:
//
//     #include <agon/topcoder/tonga.hpp>      // or: g++ -include agon/topcoder/tonga.hpp
//     ... the class, as it was ...
//     AGON_TOPCODER_STRATEGY(PseudoTonga)
//
// The strategy's id is the class's name in lower case. Such classes were run in a process of their own for each test
// and often keep globals, so the host loads the library afresh for each match (agon/ext/solitary.h). Build it with
// -fno-gnu-unique, so that every load really has globals of its own.
//
// Each game's adapter (<game>/topcoder.hpp, installed as agon/topcoder/<game>.hpp) defines
// agon::topcoder::Adapter<Class>, derived from the game's base class.
#pragma once

#include <agon/standard.hpp>

#include <agon/strategy.hpp>

#include <array>
#include <cstddef>

namespace agon::topcoder {

/// `name` in lower case, as an id: what is no letter or digit becomes '_'.
template <std::size_t size>
constexpr std::array<char, size> id_of(const char (&name)[size]) {
  std::array<char, size> id{};
  for (std::size_t at = 0; at + 1 < size; ++at) {
    const char c = name[at];
    const bool upper = c >= 'A' && c <= 'Z';
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    id[at] = upper ? static_cast<char>(c - 'A' + 'a') : fits ? c : '_';
  }
  return id;
}

/// A class for one game, as the game's base class; each game's header specialises it.
template <class Class>
class Adapter;

}  // namespace agon::topcoder

/// Makes the library a plugin with one strategy: the contest's class.
#define AGON_TOPCODER_STRATEGY(Class)                                            \
  namespace {                                                                    \
  constexpr auto agon_topcoder_id = ::agon::topcoder::id_of(#Class);             \
  }                                                                              \
  AGON_STRATEGY(::agon::topcoder::Adapter<Class>, .id = agon_topcoder_id.data(), \
                .summary = "the contest's class " #Class)
