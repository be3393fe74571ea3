#include "host/view/local_time.hpp"

#include <cstddef>
#include <ctime>

namespace host {

std::string local_time(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm local{};
  ::localtime_r(&time, &local);
  char text[32] = "";
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
  return {text, size};
}

}  // namespace host
