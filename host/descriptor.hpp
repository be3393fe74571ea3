// An open file of this process.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <utility>

namespace host {

/// Closes it at its end.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int get() const { return number_; }

  /// A path of the open file, for this process and those that inherit the descriptor.
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(number_); }

  /// Another descriptor of the same open file, numbered `least` at least.
  [[nodiscard]] Descriptor duplicate(int least = 0) const {
    return Descriptor(::fcntl(number_, F_DUPFD_CLOEXEC, least));
  }

 private:
  int number_ = -1;
};

}  // namespace host
