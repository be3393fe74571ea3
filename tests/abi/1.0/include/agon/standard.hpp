// agon/standard.hpp - one sentence, in place of dozens of errors, where a compiler is told an older C++ than C++20.
#pragma once

#if __cplusplus <= 201703L
#error "Agon's C++ headers need C++20: compile with -std=c++20 (CMake: target_compile_features(... cxx_std_20))"
// An #error alone does not end the compilation. A file that is missing does.
#define AGON_MISSING <compile/with/-std=c++20>
#include AGON_MISSING
#endif
