// What is thrown inside a plugin arrives outside as a status and a sentence.
#include <doctest/doctest.h>
#include <agon/failure.hpp>

#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

namespace {

/// Checks what becomes of an exception.
template <class Body>
void check_told(Body&& body, agon_status status, const std::string& text) {
  agon_error error{};
  CHECK(agon::detail::guarded(&error, body) == status);
  CHECK(std::string(error.text) == text);
}

/// What is left of a text that is too long.
std::string cut(const std::string& text) {
  agon_error error{};
  std::memset(error.text, 'z', sizeof error.text);
  agon::detail::say(&error, text);
  CHECK(std::memchr(error.text, '\0', sizeof error.text) != nullptr);
  return error.text;
}

}  // namespace

TEST_CASE("what goes well is ok and says nothing, and each kind of exception becomes its status, with its words") {
  check_told([] {}, AGON_OK, "");
  check_told([] { throw agon::Illegal("taken"); }, AGON_ILLEGAL, "taken");
  check_told([] { throw agon::BadSetting("n=7 is odd"); }, AGON_BAD_SETTING, "n=7 is odd");
  check_told([] { throw agon::Unsupported("too large"); }, AGON_UNSUPPORTED, "too large");
  check_told([] { throw agon::Failure(AGON_FAILED, "broken"); }, AGON_FAILED, "broken");
  check_told([] { throw std::logic_error("why"); }, AGON_FAILED, "why");
  check_told([] { throw std::bad_alloc(); }, AGON_FAILED, "out of memory");
  check_told([] { throw 5; }, AGON_FAILED, "an exception that is no std::exception");
}

TEST_CASE("nobody need listen to the words") {
  CHECK(agon::detail::guarded(nullptr, [] { throw agon::Illegal("taken"); }) == AGON_ILLEGAL);
}

TEST_CASE("a sentence of up to 511 bytes is kept whole, and a longer one is cut there") {
  CHECK(cut(std::string(511, 'a')) == std::string(511, 'a'));
  CHECK(cut(std::string(512, 'a')) == std::string(511, 'a'));
  CHECK(cut(std::string(5000, 'a')) == std::string(511, 'a'));
  CHECK(cut("").empty());
}

TEST_CASE("a sentence is never cut inside a character") {
  const std::string two = "\xC3\xA9";           // e with an accent
  const std::string three = "\xE2\x82\xAC";     // the euro sign
  const std::string four = "\xF0\x9F\x99\x82";  // a face
  for (const std::string& character : {two, three, four}) {
    for (std::size_t before = 511 - character.size() + 1; before <= 511; ++before) {
      const std::string start(before, 'a');
      CHECK(cut(start + character + "more") == start);
    }
    const std::string fits(511 - character.size(), 'a');
    CHECK(cut(fits + character + "more") == fits + character);
    CHECK(cut(fits + character) == fits + character);
  }
}

TEST_CASE("bytes that are no characters at all do not run the cut off the front") {
  CHECK(cut(std::string(600, '\x80')).empty());
}

TEST_CASE("text goes into a buffer whole or not at all") {
  char room[4] = {'z', 'z', 'z', 'z'};
  agon_buffer buffer{room, 3, 0};
  agon::detail::write(buffer, "abc");
  CHECK(buffer.size == 3);
  CHECK(std::string(room, 4) == "abcz");
  CHECK_THROWS_WITH_AS(agon::detail::write(buffer, "abcd"), "a text of 4 bytes does not fit into 3", agon::Failure);
  CHECK(std::string(room, 4) == "abcz");
  agon_buffer none{nullptr, 0, 9};
  agon::detail::write(none, "");
  CHECK(none.size == 0);
}

TEST_CASE("a text is shortened without half a character at its end") {
  CHECK(agon::shortened("abc", 3) == "abc");
  CHECK(agon::shortened("abc", 2) == "ab");
  CHECK(agon::shortened("a\xE2\x82\xAC", 4) == "a\xE2\x82\xAC");
  CHECK(agon::shortened("a\xE2\x82\xAC", 3) == "a");
  CHECK(agon::shortened("\xE2\x82\xAC", 2).empty());
}
