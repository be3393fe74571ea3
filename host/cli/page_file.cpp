#include "host/cli/page_file.hpp"

#include "host/failure.hpp"
#include "host/web/assets.hpp"
#include "host/web/match_view.hpp"

#include <fstream>

namespace host {

PageLook page_look(const std::string& module) {
  PageLook look{.style = std::string(client_asset("theme.css").value_or("")), .script = {}, .allowed = {}};
  if (module.empty()) return look;
  look.script = bundled(module);
  look.allowed = allowed_source(look.script);
  return look;
}

void write_page(const std::string& path, const std::string& page) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << page;
  file.close();
  if (!file) throw Failure(Exit::output, path + ": can't be written");
}

}  // namespace host
