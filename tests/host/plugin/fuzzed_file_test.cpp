// Libraries with changes at random: describing one gives a description or a refusal, soon, and nothing else. Each
// failure prints its file and seed.
#include "host/plugin/description.hpp"
#include "host/plugin/ticks.hpp"
#include "tests/host/plugin/fixtures.hpp"
#include "tests/support/temporary_folder.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using fixtures::value_at;
using support::TemporaryFolder;

using Random = std::mt19937_64;

constexpr std::uint64_t rounds = 300;  // for each library

/// Where a file's bytes matter most: its headers, and the sections that tell of symbols and relocations, or that are
/// relocated. Begin and size each.
std::vector<std::pair<std::size_t, std::size_t>> parts_that_matter(const std::string& bytes) {
  const auto header = value_at<Elf64_Ehdr>(bytes, 0);
  std::vector<std::pair<std::size_t, std::size_t>> parts = {
      {0, sizeof header}, {header.e_phoff, std::size_t{header.e_phnum} * header.e_phentsize}};
  for (std::size_t index = 0; index < header.e_shnum; ++index) {
    const auto section = value_at<Elf64_Shdr>(bytes, header.e_shoff + index * header.e_shentsize);
    const bool table = section.sh_type == SHT_DYNSYM || section.sh_type == SHT_DYNAMIC || section.sh_type == SHT_RELA ||
                       section.sh_type == 19;  // 19: SHT_RELR, which not every elf.h has
    const bool data = section.sh_type == SHT_PROGBITS && (section.sh_flags & SHF_WRITE) != 0;
    if ((table || data) && section.sh_size > 0) parts.emplace_back(section.sh_offset, section.sh_size);
  }
  return parts;
}

/// Changes a place in one of several ways.
void damage(std::string& bytes, const std::vector<std::pair<std::size_t, std::size_t>>& parts, Random& random) {
  constexpr std::uint64_t extremes[] = {
      0, 1, 8, UINT32_MAX, UINT64_MAX, INT64_MAX, UINT64_MAX - 7, std::uint64_t{1} << 56U};
  const auto& [begin, size] = parts[random() % parts.size()];
  const std::size_t place = random() % 8 == 0 ? random() % bytes.size() : begin + random() % size;
  switch (random() % 4) {
    case 0:
      bytes[place] = static_cast<char>(bytes[place] ^ (1 << (random() % 8)));
      break;
    case 1:
      bytes[place] = static_cast<char>(random() % 256);
      break;
    default: {
      // A whole word: an extreme number, or what stands at another place.
      const std::size_t word = std::min(place / 8 * 8, bytes.size() - 8);
      const auto other = value_at<std::uint64_t>(bytes, random() % (bytes.size() - 8));
      const std::uint64_t value = random() % 2 == 0 ? extremes[random() % std::size(extremes)] : other;
      std::memcpy(bytes.data() + word, &value, sizeof value);
    }
  }
}

std::string fuzzed(const std::string& whole, const std::vector<std::pair<std::size_t, std::size_t>>& parts,
                   Random& random) {
  std::string bytes = whole;
  if (random() % 16 == 0) bytes.append(random() % 5000, static_cast<char>(random() % 256));
  for (std::uint64_t count = 1 + random() % 4; count > 0; --count) damage(bytes, parts, random);
  if (random() % 16 == 0) bytes.resize(random() % bytes.size());
  return bytes;
}

/// Whether the file is described; otherwise it has been refused by name.
bool described(const fs::path& path) {
  const std::int64_t begin = host::read_clock(CLOCK_THREAD_CPUTIME_ID);
  bool taken = true;
  try {
    static_cast<void>(host::describe_file(path));
  } catch (const host::Failure& failure) {
    taken = false;
    CHECK(failure.code() == host::Exit::plugin);
    const std::string said = failure.what();
    CHECK(said.starts_with(path.string() + ": "));
    CHECK(said.find('\n') == std::string::npos);
  }
  CHECK(host::read_clock(CLOCK_THREAD_CPUTIME_ID) - begin < 5'000'000'000);  // with sanitizers, on a busy machine
  return taken;
}

}  // namespace

TEST_CASE("a library with any damage is described or refused, soon") {
  std::vector<fs::path> paths;
  for (const char* const name : {"good", "game", "bound_by_name", "packed", "shared"})
    paths.push_back(fixtures::path(name));
  for (const auto& entry : fs::recursive_directory_iterator(SHIPPED)) {
    if (entry.path().extension() == ".so" && entry.is_regular_file() && entry.file_size() < 200'000)
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  const TemporaryFolder folder;
  int taken = 0;
  int refused = 0;
  for (const fs::path& path : paths) {
    if (!fs::exists(path)) continue;  // "packed", where the linker knows no such thing
    const std::string whole = support::content(path);
    const auto parts = parts_that_matter(whole);
    for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
      CAPTURE(path.string());
      CAPTURE(seed);
      Random random(seed);
      // A new file each time: some file systems write a file that is replaced to the disk at once.
      const fs::path file = folder.write(std::to_string(seed) + ".so", fuzzed(whole, parts, random));
      ++(described(file) ? taken : refused);
      fs::remove(file);
    }
  }
  CHECK(taken > 100);
  CHECK(refused > 100);
}

TEST_CASE("a library cut anywhere is refused") {
  const TemporaryFolder folder;
  const std::string whole = support::content(fixtures::path("good"));
  const auto taken = [&](std::size_t size) { return described(folder.write("cut.so", whole.substr(0, size))); };
  REQUIRE(taken(whole.size()));
  for (const std::size_t size : {std::size_t{1}, std::size_t{15}, std::size_t{63}, std::size_t{64}, std::size_t{100},
                                 whole.size() / 2, whole.size() - 1}) {
    CAPTURE(size);
    CHECK_FALSE(taken(size));
  }
  std::mt19937_64 random(1);
  for (int round = 0; round < 60; ++round) CHECK_FALSE(taken(random() % whole.size()));
}
