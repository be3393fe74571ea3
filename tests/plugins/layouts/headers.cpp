// Takes the members from the tables that tests/support/layout.c checks: their types are those of the headers.
#include "members.hpp"

#include <type_traits>

// The headers, which the tables include.
#define STRUCT(...)
#define MEMBER(...)
#define VALUE(...)
#define TEXT(...)
#include AGON_LAYOUT_TABLES
#undef STRUCT
#undef MEMBER

namespace layouts {

namespace {

/// Returns "int32" for "int32_t[TONGA_MAX_CELLS]".
std::string element(const std::string& type) {
  const std::string name = type.substr(0, type.find('['));
  return name.ends_with("_t") ? name.substr(0, name.size() - 2) : name;
}

template <class Type>
Member member(const char* owner, const char* name, std::size_t offset, const char* type) {
  return {owner, name, offset, sizeof(Type), element(type), sizeof(Type) / sizeof(std::remove_all_extents_t<Type>)};
}

}  // namespace

const std::vector<Member>& of_headers() {
#define STRUCT(name, bytes, alignment) {#name, "", 0, sizeof(name), "", 0},
#define MEMBER(owner, name, place, ...) \
  member<decltype(owner::name)>(#owner, #name, offsetof(owner, name), #__VA_ARGS__),
  static const std::vector<Member> all = {
#include AGON_LAYOUT_TABLES
  };
  return all;
}

}  // namespace layouts
