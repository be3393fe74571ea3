#include "host/cli/page_file.hpp"

#include "host/failure.hpp"

#include <fstream>

namespace host {

void write_page(const std::string& path, const std::string& page) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << page;
  file.close();
  if (!file) throw Failure(Exit::output, path + ": can't be written");
}

}  // namespace host
