/* The layout of a header's structs, checked by the compiler: if this file compiles, they are laid out as binaries built
 * long ago rely on. LAYOUT names a table (see tests/abi/1.0/layout.h), which includes the headers. Compiled as C99 and
 * as C++20; in C++ the types of members and the texts are compared as well, in C their sizes.
 */
#include <stddef.h>

#ifdef __cplusplus
#include <string_view>
#include <type_traits>

#define STRUCT(name, bytes, alignment)                                \
  static_assert(sizeof(name) == (bytes), "size of " #name);           \
  static_assert(alignof(name) == (alignment), "alignment of " #name); \
  static_assert(std::is_trivial_v<name> && std::is_standard_layout_v<name>, #name);
#define MEMBER(owner, name, offset, ...)                                           \
  static_assert(offsetof(owner, name) == (offset), "offset of " #owner "." #name); \
  static_assert(std::is_same_v<decltype(owner::name), std::type_identity_t<__VA_ARGS__>>, "type of " #owner "." #name);
#define VALUE(name, value) static_assert((name) == (value), "value of " #name);
#define TEXT(name, text) static_assert(std::string_view(name) == (text), "text of " #name);
#define TYPE(name, type) static_assert(std::is_same_v<name, type>, "type " #name);
#define OBJECT(name, type) static_assert(std::is_same_v<decltype(name), type>, "type of " #name);

#else

/* C99 has no static assertion: an array of a negative size stands in for one. */
#define ASSERT(held) extern char layout_assertion[(held) ? 1 : -1];

#define STRUCT(name, bytes, alignment) \
  ASSERT(sizeof(name) == (bytes))      \
  struct align_##name {                \
    char before;                       \
    name it;                           \
  };                                   \
  ASSERT(offsetof(struct align_##name, it) == (alignment))
#define MEMBER(owner, name, offset, ...)    \
  ASSERT(offsetof(owner, name) == (offset)) \
  ASSERT(sizeof(((owner*)0)->name) == sizeof(__VA_ARGS__))
#define VALUE(name, value) ASSERT((name) == (value))
#define TEXT(name, text) ASSERT(sizeof(name) == sizeof(text))
#define TYPE(name, type) ASSERT(sizeof(name) == sizeof(type))
#define OBJECT(name, type) ASSERT(sizeof(name) == sizeof(type))

#endif

#include LAYOUT

/* A file needs something of its own. */
extern const int layout_is_as_it_was;
const int layout_is_as_it_was = 1;
