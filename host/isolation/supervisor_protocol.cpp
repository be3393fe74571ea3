#include "host/isolation/supervisor_protocol.hpp"

#include <cstddef>
#include <stdexcept>

namespace host::supervisor {

std::vector<std::string> arguments_of(const ProgramConfig& config) {
  std::vector<std::string> arguments = {config.sandbox ? "sandbox" : "process", std::to_string(config.memory_bytes),
                                        std::to_string(config.group_layers)};
  for (const auto* const paths : {&config.files, &config.readable}) {
    arguments.push_back(std::to_string(paths->size()));
    for (const auto& path : *paths) arguments.push_back(path.string());
  }
  arguments.insert(arguments.end(), config.words.begin(), config.words.end());
  return arguments;
}

ProgramConfig config_of(const std::vector<std::string>& arguments) {
  ProgramConfig config;
  config.sandbox = arguments.at(0) == "sandbox";
  config.memory_bytes = std::stoll(arguments.at(1));
  config.group_layers = static_cast<std::uint32_t>(std::stoul(arguments.at(2)));
  std::size_t at = 3;
  for (auto* const paths : {&config.files, &config.readable}) {
    const std::size_t size = std::stoul(arguments.at(at++));
    for (std::size_t item = 0; item < size; ++item) paths->emplace_back(arguments.at(at++));
  }
  if (at >= arguments.size()) throw std::invalid_argument("no program");
  config.words.assign(arguments.begin() + static_cast<std::ptrdiff_t>(at), arguments.end());
  return config;
}

}  // namespace host::supervisor
