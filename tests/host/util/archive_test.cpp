// The archive in which messages between processes are packed.
#include "host/util/archive.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

enum class Colour { red, green, blue };

struct Square {
  std::int32_t side = 0;
  Colour colour = Colour::red;
  std::map<std::string, std::string> labels{};
  bool operator==(const Square&) const = default;
};

template <class Archive>
void fields(Archive& archive, Square& square) {
  archive(square.side);
  archive.choice(square.colour, Colour::blue);
  archive(square.labels);
}

struct Drawing {
  std::string name;
  std::vector<Square> squares;
  std::vector<std::optional<std::pair<double, bool>>> points;
  std::filesystem::path file;
  bool operator==(const Drawing&) const = default;
};

template <class Archive>
void fields(Archive& archive, Drawing& drawing) {
  archive(drawing.name, drawing.squares, drawing.points, drawing.file);
}

const Drawing drawing = {.name = "a name",
                         .squares = {{.side = -1, .colour = Colour::blue, .labels = {{"top", ""}, {"", "left"}}}, {}},
                         .points = {std::nullopt, std::pair(1.5, true)},
                         .file = "a/file"};

/// The bytes of a list that claims to have `count` elements, and then `rest` more bytes.
std::string claiming(std::size_t count, std::size_t rest) {
  return host::pack(count) + std::string(rest, '\0');
}

template <class Value>
void refuse(const std::string& bytes) {
  CHECK_THROWS_AS(static_cast<void>(host::unpack<Value>(bytes)), host::BadMessage);
}

}  // namespace

TEST_CASE("a struct is unpacked as it was packed, from the one list of its fields") {
  CHECK(host::unpack<Drawing>(host::pack(drawing)) == drawing);
  CHECK(host::unpack<Drawing>(host::pack(Drawing{})) == Drawing{});
}

TEST_CASE("bytes that are cut or followed by others are refused") {
  const std::string bytes = host::pack(drawing);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    refuse<Drawing>(bytes.substr(0, size));
  }
  refuse<Drawing>(bytes + "x");
}

TEST_CASE("a choice that does not exist is refused") {
  std::string bytes = host::pack(Square{});
  bytes[sizeof(std::int32_t)] = 3;
  refuse<Square>(bytes);
}

TEST_CASE("memory is reserved only for as many elements as the bytes can hold") {
  constexpr std::size_t gibibyte = std::size_t{1} << 30U;
  for (const std::size_t count : {std::size_t{17}, gibibyte, ~std::size_t{0}}) {
    CAPTURE(count);
    refuse<std::string>(claiming(count, 16));
    refuse<std::vector<double>>(claiming(count, 16));
    refuse<std::vector<std::string>>(claiming(count, 16));
    refuse<std::map<std::string, std::string>>(claiming(count, 16));
  }
  // Each element takes 13 bytes at least.
  constexpr std::size_t mebibyte = std::size_t{1} << 20U;
  refuse<std::vector<Square>>(claiming(mebibyte, mebibyte));
  CHECK(host::unpack<std::vector<Square>>(claiming(3, 39)).size() == 3);
  refuse<std::vector<Square>>(claiming(3, 38));
}
