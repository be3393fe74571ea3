// Loading: what is refused before anything of it has run, and what when it has been read.
#include "host/plugin/library.hpp"

#include "tests/host/plugin/fixtures.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using support::TemporaryFolder;

std::shared_ptr<const host::Library> load(const std::filesystem::path& path) {
  return host::Library::load(host::Build::take(path));
}

void library_refused(const std::string& name, std::string_view why) {
  CAPTURE(name);
  fixtures::refuses_file(support::refusal([&] { load(fixtures::path(name)); }), fixtures::path(name), why);
}

/// Whether loading `name` runs its constructors.
bool leaves_trace(const std::string& name) {
  const TemporaryFolder folder;
  const std::filesystem::path trace = folder.path() / "trace";
  ::setenv("AGON_TEST_TRACE", trace.c_str(), 1);
  try {
    load(folder.copy(fixtures::path(name), "library.so"));
  } catch (const host::Failure&) {
  }
  ::unsetenv("AGON_TEST_TRACE");
  return std::filesystem::exists(trace);
}

}  // namespace

TEST_CASE("a strategy in C is loaded and described") {
  const auto library = load(fixtures::path("good"));
  const host::PluginDescription& description = library->description();
  CHECK(description.path == fixtures::path("good"));
  CHECK(description.name == "fixture");
  CHECK(description.abi_major == AGON_ABI_MAJOR);
  CHECK(description.games.empty());
  REQUIRE(description.strategies.size() == 1);
  CHECK(description.strategies[0].id == "taker");
  CHECK(description.strategies[0].protocol == "pebbles/1");
  REQUIRE(description.strategies[0].options.size() == 1);
  CHECK(description.strategies[0].options[0].name == "depth");
  CHECK(std::string(library->plugin().strategies[0]->id) == "taker");
  CHECK(description.warnings.empty());
}

TEST_CASE("versions out of range are refused with both versions and what to do") {
  library_refused("too_new", "ABI 2.0, newer than what this host supports (1.0): use a newer host");
  library_refused("minor_too_new", "ABI 1.7, newer than what this host supports (1.0): use a newer host");
  library_refused("too_old", "ABI 0.9, older than what this host supports (1.0): build it again");
}

TEST_CASE("nothing of a library runs before its version is accepted") {
  CHECK(leaves_trace("traced"));
  CHECK_FALSE(leaves_trace("too_new"));
  CHECK_FALSE(leaves_trace("minor_too_new"));
  CHECK_FALSE(leaves_trace("too_old"));
}

TEST_CASE("a library that lacks a symbol is refused when it is loaded, with the symbol") {
  library_refused("undefined", "fixture_that_nobody_defines");
}

TEST_CASE("a library that breaks the ABI is refused with what it lacks") {
  library_refused("no_turn", "strategy 'taker' lacks a function");
  library_refused("bad_id", "a strategy's id is 'Bad-Id'");
}

TEST_CASE("a library that holds nothing is none the worse for it") {
  const auto library = load(fixtures::path("empty"));
  CHECK(library->description().strategies.empty());
  CHECK(library->description().games.empty());
}

#ifndef __clang__  // which shares no variables of this kind
TEST_CASE("a library that would share variables with others is loaded with a warning") {
  const auto library = load(fixtures::path("shared"));
  REQUIRE(library->description().warnings.size() == 1);
  const std::string& warning = library->description().warnings[0];
  CHECK(warning.starts_with(fixtures::path("shared").string() + ": "));
  CHECK(warning.find("shared_counter") != std::string::npos);
}
#endif

TEST_CASE("a name without a folder is a file here, and not one of the system's libraries") {
  CHECK(support::refusal([] { load("libc.so.6"); }).says("libc.so.6: no such file"));
}

TEST_CASE("a library loaded afresh shares nothing with the one that is loaded already") {
  const auto build = host::Build::take(fixtures::path("good"));
  const auto first = host::Library::load(build);
  const auto again = host::Library::load(build);
  const auto fresh = host::Library::load_afresh(build);
  CHECK(&first->plugin() == &again->plugin());
  CHECK(&first->plugin() != &fresh->plugin());
  CHECK(fresh->description().path == fixtures::path("good"));
  CHECK(fresh->description().strategies[0].id == "taker");
}

TEST_CASE("a library loaded afresh leaves no copy behind, also when it is refused, and needs no folder for one") {
  const TemporaryFolder folder;
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  static_cast<void>(host::Library::load_afresh(host::Build::take(fixtures::path("good"))));
  CHECK(folder.count() == 0);
  fixtures::refuses_file(
      support::refusal([] { host::Library::load_afresh(host::Build::take(fixtures::path("too_new"))); }),
      fixtures::path("too_new"), "newer");
  CHECK(folder.count() == 0);
  ::setenv("TMPDIR", "/nonexistent", 1);
  const auto build = host::Build::take(fixtures::path("good"));
  const auto first = host::Library::load_afresh(build);
  const auto second = host::Library::load_afresh(build);
  CHECK(&first->plugin() != &second->plugin());
  ::unsetenv("TMPDIR");
}
