// A library that was damaged on its way: looking at it gives a result or a refusal, at every place and for every
// damage.
#include "host/plugin/inspection.hpp"
#include "tests/host/plugin/fixtures.hpp"
#include "tests/support/temporary_folder.hpp"

#include <elf.h>

#include <cstring>
#include <random>
#include <vector>

namespace {

using support::TemporaryFolder;

/// Looks at a file of these bytes. True: it was taken for a plugin.
bool inspected(const TemporaryFolder& folder, const std::string& bytes) {
  const std::filesystem::path path = folder.write("damaged.so", bytes);
  try {
    host::inspect(path);
    return true;
  } catch (const host::Failure& failure) {
    REQUIRE(failure.code() == host::Exit::plugin);
    REQUIRE(std::string(failure.what()).starts_with(path.string()));
    return false;
  }
}

/// A part of a file: where it begins and how many bytes it has.
struct Part {
  std::size_t begin;
  std::size_t size;
};

/// The parts of a library that tell where everything else is: headers, tables, the dynamic symbols.
std::vector<Part> tables(const std::string& bytes) {
  Elf64_Ehdr header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  std::vector<Part> parts = {{0, sizeof header},
                             {header.e_phoff, std::size_t{header.e_phnum} * header.e_phentsize},
                             {header.e_shoff, std::size_t{header.e_shnum} * header.e_shentsize}};
  for (std::size_t index = 0; index < header.e_shnum; ++index) {
    Elf64_Shdr section{};
    std::memcpy(&section, bytes.data() + header.e_shoff + index * header.e_shentsize, sizeof section);
    if (section.sh_type == SHT_DYNSYM) parts.push_back({section.sh_offset, section.sh_size});
  }
  return parts;
}

}  // namespace

TEST_CASE("a library cut anywhere is refused") {
  const TemporaryFolder folder;
  const std::string whole = support::content(fixtures::path("good"));
  REQUIRE(inspected(folder, whole));
  for (const std::size_t size : {std::size_t{1}, std::size_t{15}, std::size_t{63}, std::size_t{64}, std::size_t{100},
                                 whole.size() / 2, whole.size() - 1}) {
    CAPTURE(size);
    CHECK_FALSE(inspected(folder, whole.substr(0, size)));
  }
  std::mt19937_64 random(1);
  for (int round = 0; round < 60; ++round) CHECK_FALSE(inspected(folder, whole.substr(0, random() % whole.size())));
}

TEST_CASE("a library with changed bits in its tables is a plugin or refused, and nothing else") {
  const TemporaryFolder folder;
  const std::string whole = support::content(fixtures::path("good"));
  std::mt19937_64 random(2);
  int plugins = 0;
  int refusals = 0;
  for (const Part& part : tables(whole)) {
    REQUIRE(part.size > 0);
    REQUIRE(part.begin + part.size <= whole.size());
    for (int round = 0; round < 80; ++round) {
      std::string damaged = whole;
      char& byte = damaged[part.begin + random() % part.size];
      byte = static_cast<char>(round % 2 == 0 ? byte ^ (1 << (random() % 8)) : static_cast<int>(random() % 256));
      ++(inspected(folder, damaged) ? plugins : refusals);
    }
  }
  CHECK(plugins > 0);
  CHECK(refusals > 0);
}

TEST_CASE("a library whose tables have extreme numbers is a plugin or refused, and nothing else") {
  const TemporaryFolder folder;
  const std::string whole = support::content(fixtures::path("good"));
  std::mt19937_64 random(3);
  int refusals = 0;
  for (const Part& part : tables(whole)) {
    for (int round = 0; round < 40; ++round) {
      constexpr std::uint64_t extremes[] = {UINT64_MAX, UINT64_MAX - 7, std::uint64_t{1} << 63U, INT64_MAX, 0, 1};
      std::string damaged = whole;
      const std::size_t place = part.begin + random() % (part.size / 8) * 8;
      std::memcpy(damaged.data() + place, &extremes[random() % 6], 8);
      if (!inspected(folder, damaged)) ++refusals;
    }
  }
  CHECK(refusals > 0);
}
