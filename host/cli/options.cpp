#include "host/cli/options.hpp"

namespace host {

namespace po = boost::program_options;

po::options_description& Options::group(const std::string& heading) {
  for (OptionGroup& group : groups_)
    if (group.heading == heading) return group.options;
  return groups_.emplace_back(OptionGroup{heading, po::options_description(heading)}).options;
}

po::options_description Options::all() const {
  po::options_description all;
  for (const OptionGroup& group : groups_)
    if (!group.options.options().empty()) all.add(group.options);
  return all;
}

}  // namespace host
