#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>
#include <agon/game.hpp>
#include <agon/settings.hpp>

#include <array>

namespace {

constexpr std::array<agon_setting, 5> raw = {
    {{"size", "-12"}, {"weight", "1e-3"}, {"fast", "yes"}, {"note", "hello"}, {"drawn", nullptr}}};

agon_status status_of(const agon::Settings& settings, const char* name, auto&& read) {
  agon_error error{};
  const agon_status status = agon::detail::guarded(&error, [&] { static_cast<void>(read(settings)); });
  CHECK(std::string(error.text).find(name) != std::string::npos);
  return status;
}

}  // namespace

TEST_CASE("settings are read by name as what they hold") {
  const agon::Settings settings(raw);
  CHECK(settings.integer("size") == -12);
  CHECK(settings.number("weight") == 0.001);
  CHECK(settings.flag("fast"));
  CHECK_FALSE(settings.flag("note"));
  CHECK(settings.text("note") == "hello");
  CHECK_FALSE(settings.find("drawn"));
  CHECK(settings.at(1) == "1e-3");
}

TEST_CASE("settings outlive what they were made of") {
  std::string name = "size";
  std::string value = "5";
  const std::array<agon_setting, 1> passing = {{{name.c_str(), value.c_str()}}};
  const agon::Settings settings(passing);
  name[0] = value[0] = 'x';
  CHECK(settings.integer("size") == 5);
}

TEST_CASE("a setting that was never declared, has no value or is no number is refused by its name") {
  const agon::Settings settings(raw);
  CHECK(status_of(settings, "colour", [](const auto& all) { return all.find("colour"); }) == AGON_FAILED);
  CHECK(status_of(settings, "drawn", [](const auto& all) { return all.integer("drawn"); }) == AGON_FAILED);
  CHECK(status_of(settings, "note=hello", [](const auto& all) { return all.integer("note"); }) == AGON_BAD_SETTING);
  CHECK(status_of(settings, "weight=1e-3", [](const auto& all) { return all.integer("weight"); }) == AGON_BAD_SETTING);
  CHECK(status_of(settings, "note=hello", [](const auto& all) { return all.number("note"); }) == AGON_BAD_SETTING);
  CHECK_THROWS_AS(static_cast<void>(settings.at(5)), std::out_of_range);
}

TEST_CASE("settling gives a value to what has none and keeps what was set") {
  agon::Settings settings(raw);
  settings.settle("drawn", "7");
  CHECK(settings.integer("drawn") == 7);
  settings.settle("drawn", "8");
  CHECK(settings.integer("drawn") == 7);
  settings.settle("size", "1");
  CHECK(settings.integer("size") == -12);
  CHECK_THROWS_AS(settings.settle("colour", "red"), agon::Failure);
}

TEST_CASE("a setup tells its seed, its seats and its parameters, drawn where they were not set") {
  const agon_setup bare = {99, 3, raw.size(), raw.data(), &support::quiet_host};
  agon::Setup setup(bare);
  CHECK(setup.seed() == 99);
  CHECK(setup.seats() == 3);
  CHECK(setup.integer("drawn", 4) == 4);
  CHECK(setup.integer("drawn", 5) == 4);
  CHECK(setup.integer("size", 5) == -12);
  CHECK(setup.text("note", "bye") == "hello");
  CHECK(setup.settings().at(4) == "4");
}

TEST_CASE("declarations say what they are") {
  constexpr agon_setting_type size = agon::integer("size", "of the board", agon::drawn, 6, 16, 2);
  CHECK(size.kind == AGON_INTEGER);
  CHECK(size.fallback == nullptr);
  CHECK(size.minimum == 6);
  CHECK(size.maximum == 16);
  CHECK(size.step == 2);
  CHECK(agon::integer("n", "", "1", 0, 9).step == 1);
  CHECK(agon::number("w", "", "0.5", 0, 1).kind == AGON_NUMBER);
  CHECK(agon::flag("f", "", "no").kind == AGON_FLAG);
  CHECK(std::string(agon::choice("c", "", "a", "a|b").choices) == "a|b");
  CHECK(agon::text("t", "", "").kind == AGON_TEXT);
}
