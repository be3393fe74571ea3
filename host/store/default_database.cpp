#include "host/failure.hpp"
#include "host/store/store.hpp"

#include <cstdlib>

namespace host {

std::filesystem::path default_database() {
  const auto folder_in = [](const char* variable) {
    const char* value = std::getenv(variable);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  // The specification of XDG_DATA_HOME requires that relative paths are ignored.
  std::filesystem::path data = folder_in("XDG_DATA_HOME");
  if (!data.is_absolute()) {
    data = folder_in("HOME");
    if (!data.is_absolute())
      throw Failure(Exit::database,
                    "there is no folder for the results database: neither XDG_DATA_HOME nor HOME names one");
    data /= ".local/share";
  }
  return data / "agon" / "agon.db";
}

}  // namespace host
