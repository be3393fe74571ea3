#include "host/validate/process_environment.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <string>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace host::validate {

namespace {

std::string environment() {
  std::string all;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    all.append(*variable).push_back('\n');
  return all;
}

std::string current_folder() {
  std::array<char, 4096> folder{};
  return ::getcwd(folder.data(), folder.size()) == nullptr ? "" : folder.data();
}

std::string signal_handlers() {
  std::string all;
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0)
      all.append(std::to_string(reinterpret_cast<std::uintptr_t>(action.sa_sigaction))).push_back(' ');
  }
  return all;
}

std::string open_files() {
  constexpr int most = 256;
  std::string all;
  for (int descriptor = 0; descriptor < most; ++descriptor)
    all.push_back(::fcntl(descriptor, F_GETFD) >= 0 ? '1' : '0');
  return all;
}

/// Returns the processor's floating-point modes: rounding, handling of subnormal numbers, and exceptions.
std::string arithmetic() {
  std::string all = std::to_string(std::fegetround());
#if defined(__x86_64__)
  constexpr unsigned exceptions_seen = 0x3F;
  all.append(" ").append(std::to_string(_mm_getcsr() & ~exceptions_seen));
#endif
  return all;
}

}  // namespace

std::vector<std::string> process_environment() {
  const char* const locale = std::setlocale(LC_ALL, nullptr);
  return {environment(), locale == nullptr ? "" : locale, current_folder(), signal_handlers(), open_files(),
          arithmetic()};
}

}  // namespace host::validate
