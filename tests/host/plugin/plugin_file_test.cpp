// Plugins that are described from their files: as the loaded library would, and whatever the file holds.
#include "host/plugin/description.hpp"

#include "host/plugin/library.hpp"
#include "tests/host/plugin/fixtures.hpp"
#include "tests/support/temporary_folder.hpp"

#include <elf.h>

#include <cstring>
#include <functional>
#include <vector>

namespace {

namespace fs = std::filesystem;
using support::TemporaryFolder;

void file_refused(const std::string& name, std::string_view why) {
  CAPTURE(name);
  const fs::path path = fixtures::path(name);
  fixtures::refuses_file(support::refusal([&] { host::describe_file(path); }), path, why);
}

/// A library's bytes, to be changed.
class Bytes {
 public:
  explicit Bytes(const fs::path& path) : bytes_(support::content(path)) {}

  template <class Type>
  Type at(std::size_t place) const {
    return fixtures::value_at<Type>(bytes_, place);
  }
  template <class Type>
  void put(std::size_t place, const Type& value) {
    REQUIRE(place + sizeof value <= bytes_.size());
    std::memcpy(bytes_.data() + place, &value, sizeof value);
  }

  /// Lets `change` edit each program header of this type. True in return: it has, and that is enough.
  void change_segment(std::uint32_t type, const std::function<bool(Elf64_Phdr&)>& change) {
    const auto header = at<Elf64_Ehdr>(0);
    for (std::size_t index = 0; index < header.e_phnum; ++index) {
      const std::size_t place = header.e_phoff + index * sizeof(Elf64_Phdr);
      auto segment = at<Elf64_Phdr>(place);
      if (segment.p_type != type || !change(segment)) continue;
      put(place, segment);
      return;
    }
    FAIL("there is no such segment");
  }

  /// Sets an entry of the dynamic segment.
  void set_dynamic(std::int64_t tag, std::uint64_t value) {
    Elf64_Phdr dynamic{};
    change_segment(PT_DYNAMIC, [&](Elf64_Phdr& segment) {
      dynamic = segment;
      return true;
    });
    for (std::size_t place = dynamic.p_offset; place < dynamic.p_offset + dynamic.p_filesz;
         place += sizeof(Elf64_Dyn)) {
      auto entry = at<Elf64_Dyn>(place);
      if (entry.d_tag != tag) continue;
      entry.d_un.d_val = value;
      put(place, entry);
      return;
    }
    FAIL("there is no such entry");
  }

  [[nodiscard]] std::string& all() { return bytes_; }

 private:
  std::string bytes_;
};

/// A sound library with one change is refused, for that reason, and soon.
void refused_changed(const std::function<void(Bytes&)>& change, std::string_view why) {
  const TemporaryFolder folder;
  Bytes bytes(fixtures::path("good"));
  change(bytes);
  const fs::path path = folder.write("changed.so", bytes.all());
  fixtures::refuses_file(support::refusal([&] { host::describe_file(path); }), path, why);
}

}  // namespace

TEST_CASE("a file says the same as its library does when it is loaded") {
  std::vector<fs::path> paths;  // besides what ships, of which validate/shipped checks it
  for (const char* const name : {"good", "game", "two_games", "two", "empty", "shared", "bound_by_name"})
    paths.push_back(fixtures::path(name));
  if (fs::exists(fixtures::path("packed"))) paths.push_back(fixtures::path("packed"));
  for (const fs::path& path : paths) {
    CAPTURE(path.string());
    const host::PluginDescription description = host::describe_file(path);
    host::PluginDescription loaded = host::describe(host::Library::load(host::Build::take(path))->plugin());
    loaded.path = path;
    loaded.warnings = description.warnings;
    CHECK((description == loaded));
  }
}

TEST_CASE("a plugin is described though its constructor would end the process") {
  CHECK(host::describe_file(fixtures::path("aborting")).strategies.at(0).id == "taker");
  CHECK(host::describe_file(fixtures::path("undefined")).strategies.at(0).id == "taker");
}

TEST_CASE("a function of another library counts as given") {
  CHECK(host::describe_file(fixtures::path("foreign_function")).strategies.at(0).id == "claims");
}

TEST_CASE("tables that claim more than there is are refused") {
  file_refused("many_claimed", "the table of strategies");
  file_refused("many_options_claimed", "strategy 'claims'");
  file_refused("endless_name", "a strategy's id is longer than 4096 bytes");
}

TEST_CASE("what is filled in when the library is loaded, or lies elsewhere, is refused with what to do") {
  file_refused("late_name", "a strategy's id is not constant data in the file");
  file_refused("late_table", "declare it const (in C++ constinit)");
  file_refused("wild_name", "a strategy's id is not constant data in the file: declare it const (in C++ constinit)");
  file_refused("foreign_table", "the table of strategies is not constant data in the file");
  file_refused("unfilled", "declare it const");
}

TEST_CASE("segments that overlap, claim terabytes or lie nowhere are refused") {
  const auto refused_first = [](const std::function<void(Elf64_Phdr&)>& change, std::string_view why) {
    refused_changed(
        [&](Bytes& bytes) {
          bytes.change_segment(PT_LOAD, [&](Elf64_Phdr& segment) {
            change(segment);
            return true;
          });
        },
        why);
  };
  refused_first([](Elf64_Phdr& segment) { segment.p_memsz = std::uint64_t{1} << 40U; }, "segments overlap");
  refused_first([](Elf64_Phdr& segment) { segment.p_memsz = UINT64_MAX; }, "out of range");
  refused_first([](Elf64_Phdr& segment) { segment.p_filesz = segment.p_memsz + 1; }, "out of range");
  refused_first([](Elf64_Phdr& segment) { segment.p_offset = UINT64_MAX; }, "");
  refused_first([](Elf64_Phdr& segment) { segment.p_vaddr = UINT64_MAX - 4096; }, "");
}

TEST_CASE("relocations that are cut, too many or out of range are refused") {
  refused_changed([](Bytes& bytes) { bytes.set_dynamic(DT_RELASZ, std::uint64_t{1} << 60U); }, "relocations are cut");
  refused_changed([](Bytes& bytes) { bytes.set_dynamic(DT_RELASZ, UINT64_MAX); }, "relocations are cut");
  refused_changed([](Bytes& bytes) { bytes.set_dynamic(DT_RELA, UINT64_MAX - 7); }, "relocations are cut");
  refused_changed([](Bytes& bytes) { bytes.set_dynamic(DT_RELASZ, 0); }, "its name is not constant data");
}

TEST_CASE("a name that is bound to the library's own symbols is refused where these are cut") {
  const TemporaryFolder folder;
  Bytes bytes(fixtures::path("bound_by_name"));
  bytes.set_dynamic(DT_SYMTAB, std::uint64_t{1} << 40U);
  const fs::path path = folder.write("changed.so", bytes.all());
  fixtures::refuses_file(support::refusal([&] { host::describe_file(path); }), path, "is damaged: its symbols are cut");
}

TEST_CASE("a file that hides how many sections it has is refused before memory is taken for them") {
  refused_changed(
      [](Bytes& bytes) {
        auto header = bytes.at<Elf64_Ehdr>(0);
        header.e_shnum = 0;
        bytes.put(0, header);
      },
      "is damaged");
}
