#include "tests/support/inflated_page.hpp"

#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace support {

std::string inflated_page(const std::filesystem::path& page) {
  const std::string inflates =
      "import base64, re, sys, zlib\n"
      "for part in re.findall('application/zlib[^>]*>([^<]*)<', open(sys.argv[1]).read()):\n"
      "  print(zlib.decompress(base64.b64decode(part)).decode())\n";
  return content(page) + run({.words = {"/usr/bin/python3", "-c", inflates, page.string()}}).out;
}

}  // namespace support
