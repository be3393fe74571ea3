// The layout that each shipped game declares is that of its Rust template, and of its README, which so pins the structs
// of its C header: AGON_FIELD takes their members' offsets and types from there.
#include "members.hpp"

#include "host/plugin/catalogue.hpp"
#include "host/plugin/layout.hpp"
#include "host/report/game_report.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace {

using layouts::Member;

/// The games, with a layout each.
struct Shipped {
  host::GameDescription game;
  host::LayoutDescription layout;
};

const std::vector<Shipped>& shipped() {
  static const std::vector<Shipped> all = [] {
    const host::Catalogue catalogue({AGON_TEST_PLUGINS});
    std::vector<Shipped> found;
    for (const std::string& id : catalogue.game_ids()) {
      const host::Game game = catalogue.game(id);
      auto layout = host::layout_of(*game.type);
      REQUIRE_MESSAGE(layout, id, " declares no layout");
      found.push_back({game.description, std::move(*layout)});
    }
    return found;
  }();
  return all;
}

std::string line(const std::string& name, std::uint64_t offset, const std::string& type, std::uint64_t room) {
  return name + " at " + std::to_string(offset) + ": " + type + " x " + std::to_string(room) + "\n";
}

/// The fields inside a struct as text. Arrays behind it are no members of it.
std::string declared(const host::StructDescription& declared) {
  std::string text;
  for (const host::FieldDescription& field : declared.fields) {
    if (field.capacity != 0) text += line(field.name, field.offset, field.type_name(), field.capacity);
  }
  return text + std::to_string(declared.size) + " bytes";
}

/// The same of a struct as a compiler lays it out. Reserved members are declared nowhere.
std::string compiled(const std::vector<Member>& members, const std::string& owner) {
  std::string text;
  std::string size;
  for (const Member& member : members) {
    if (member.owner != owner || member.name.starts_with("reserved")) continue;
    if (member.name.empty()) {
      size = std::to_string(member.size) + " bytes";
    } else {
      text += line(member.name, member.offset, member.type, member.room);
    }
  }
  return text + size;
}

}  // namespace

TEST_CASE("the structs of the Rust templates are those that the games declare, and there is no other") {
  const support::Result printed = support::run({.words = {AGON_RUST_MEMBERS}});
  REQUIRE(printed.code == 0);
  const std::vector<Member> members = layouts::of_rust(printed.out);
  REQUIRE(shipped().size() >= 5);
  for (const Shipped& each : shipped()) {
    std::set<std::string> names;
    for (const host::StructDescription* const one : each.layout.structs()) {
      CAPTURE(one->name);
      names.insert(one->name);
      CHECK(compiled(members, one->name) == declared(*one));
    }
    for (const Member& member : members) {
      if (member.owner.starts_with(each.game.id + "_")) CHECK_MESSAGE(names.contains(member.owner), member.owner);
    }
  }
}

TEST_CASE("the README of each game shows its protocol as 'host info --protocol' prints it") {
  for (const Shipped& each : shipped()) {
    CAPTURE(each.game.id);
    const std::string readme =
        support::content(std::string(AGON_TEST_SOURCES) + "/plugins/" + each.game.id + "/README.md");
    const std::string shown = to_text(host::layout_report(each.game, each.layout));
    const std::string block = "```text\n" + shown.substr(shown.find("\n\n") + 2) + "```\n";  // without the title
    CHECK_MESSAGE(readme.find(block) != std::string::npos, block);
  }
}
