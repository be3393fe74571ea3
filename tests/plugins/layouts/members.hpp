// The structs of the protocols, as the compiler of Rust lays them out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace layouts {

/// A member of a struct, or, without a name, the struct itself.
struct Member {
  std::string owner;  // "tonga_observation"
  std::string name;
  std::size_t offset = 0;  // bytes
  std::size_t size = 0;    // bytes
  std::string type;        // of an element: "int32", "double", "polyomino_cell"
  std::size_t room = 0;    // elements
};

/// Reads what the program of rust_members.sh prints.
std::vector<Member> of_rust(const std::string& printed);

}  // namespace layouts
