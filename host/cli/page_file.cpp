#include "host/cli/page_file.hpp"

#include "host/failure.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace host {

void write_page(const std::string& path, const std::string& page) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << page;
  file.close();
  if (file) return;
  const int fault = errno;
  throw Failure(Exit::output,
                path + ": can't be written" + (fault == 0 ? "" : std::string(": ") + std::strerror(fault)));
}

}  // namespace host
