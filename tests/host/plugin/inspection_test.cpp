// What the host learns from a file without loading it.
#include "host/plugin/description.hpp"
#include "host/plugin/library.hpp"
#include "tests/host/plugin/fixtures.hpp"
#include "tests/support/temporary_folder.hpp"

#include <agon/plugin.h>

#include <algorithm>

namespace {

using support::TemporaryFolder;

void refused(const std::filesystem::path& path, std::string_view why) {
  CAPTURE(path.string());
  fixtures::refuses_file(support::refusal([&] { host::inspect(host::ElfFile(path)); }), path, why);
}

host::Inspection inspected(const std::string& name) {
  return host::inspect(host::ElfFile(fixtures::path(name)));
}

}  // namespace

TEST_CASE("a plugin's version is read from its file, whatever it is") {
  const auto version = [](const std::string& name) {
    const host::Inspection inspection = inspected(name);
    return std::pair(inspection.abi_major, inspection.abi_minor);
  };
  CHECK(version("good") == std::pair(AGON_ABI_MAJOR, AGON_ABI_MINOR));
  CHECK(version("too_new") == std::pair(2U, AGON_ABI_MINOR));
  CHECK(version("too_old") == std::pair(0U, 9U));
  CHECK(version("minor_too_new") == std::pair(AGON_ABI_MAJOR, 7U));
}

#ifndef __clang__  // which shares no variables of this kind
TEST_CASE("variables that the process would share are found, and a plugin that hides its own has none") {
  const auto shared = inspected("shared").unique_symbols;
  CHECK(std::any_of(shared.begin(), shared.end(),
                    [](const std::string& name) { return name.find("shared_counter") != std::string::npos; }));
  CHECK(inspected("good").unique_symbols.empty());
}
#endif

TEST_CASE("an object file is refused with how to link it") {
  refused(FIXTURE_OBJECT, "an object file or a program; build it with g++ -shared -fPIC");
}

TEST_CASE("a library for another kind of processor is refused as that") {
  const TemporaryFolder folder;
  std::string bytes = support::content(fixtures::path("good"));
  bytes[18] = static_cast<char>(bytes[18] == 8 ? 3 : 8);  // e_machine: MIPS
  bytes[19] = 0;
  refused(folder.write("foreign.so", bytes), "another kind of processor");
}

TEST_CASE("libraries that export no object agon_plugin are refused as no plugins") {
  refused(fixtures::path("no_symbol"), "does not export the object agon_plugin");
  refused(fixtures::path("function"), "does not export the object agon_plugin");
}

TEST_CASE("a version that stands in no file is refused as that") {
  refused(fixtures::path("unfilled"), "is not constant data in the file");
}

// Loading: what is refused before anything of it has run, and what when it has been read.
namespace {

std::shared_ptr<const host::Library> load(const std::filesystem::path& path) {
  return host::Library::load(host::Build::take(path));
}

/// Whether taking `name` in this way runs its constructors.
template <class Take>
bool leaves_trace(const std::string& name, Take&& take) {
  const TemporaryFolder folder;
  const std::filesystem::path trace = folder.path() / "trace";
  ::setenv("AGON_TEST_TRACE", trace.c_str(), 1);
  try {
    take(folder.copy(fixtures::path(name), "library.so"));
  } catch (const host::Failure&) {
  }
  ::unsetenv("AGON_TEST_TRACE");
  return std::filesystem::exists(trace);
}

}  // namespace

TEST_CASE("looking at a file runs nothing of it, and loading it nothing before its version is accepted") {
  CHECK_FALSE(leaves_trace("traced", [](const auto& file) { host::inspect(host::ElfFile(file)); }));
  CHECK(leaves_trace("traced", load));
  for (const char* const name : {"too_new", "minor_too_new", "too_old"}) CHECK_FALSE(leaves_trace(name, load));
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
  const auto fresh = host::Library::load_again(build);
  CHECK(&first->plugin() == &again->plugin());
  CHECK(&first->plugin() != &fresh->plugin());
  CHECK(fresh->description().path == fixtures::path("good"));
  CHECK(fresh->description().strategies[0].id == "taker");
}

TEST_CASE("a library loaded afresh leaves no copy behind, also when it is refused, and needs no folder for one") {
  const TemporaryFolder folder;
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  static_cast<void>(host::Library::load_again(host::Build::take(fixtures::path("good"))));
  CHECK(folder.count() == 0);
  fixtures::refuses_file(
      support::refusal([] { host::Library::load_again(host::Build::take(fixtures::path("too_new"))); }),
      fixtures::path("too_new"), "newer");
  CHECK(folder.count() == 0);
  ::setenv("TMPDIR", "/nonexistent", 1);
  const auto build = host::Build::take(fixtures::path("good"));
  const auto first = host::Library::load_again(build);
  const auto second = host::Library::load_again(build);
  CHECK(&first->plugin() != &second->plugin());
  ::unsetenv("TMPDIR");
}
