#include "host/plugin/library.hpp"

#include "host/plugin/description.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/failure.hpp"

#include <utility>

namespace host {

std::shared_ptr<const Library> Library::load(std::shared_ptr<const Build> build) {
  const PluginDescription declared = describe_build(*build);
  const std::filesystem::path from = build->file();
  return std::shared_ptr<const Library>(new Library(std::move(build), {}, from, declared));
}

std::shared_ptr<const Library> Library::load_afresh(std::shared_ptr<const Build> build) {
  const PluginDescription declared = describe_build(*build);
  Copy copy{TempLibraryCopy::make(*build), {}};
  if (!copy.file) copy.memory = build->duplicate();
  const std::filesystem::path from = copy.file ? copy.file->path() : std::filesystem::path(copy.memory.path());
  return std::shared_ptr<const Library>(new Library(std::move(build), std::move(copy), from, declared));
}

Library::Library(std::shared_ptr<const Build> build, Copy copy, const std::filesystem::path& from,
                 const PluginDescription& declared)
    : build_(std::move(build)), copy_(std::move(copy)), object_(from, build_->path().string()) {
  try {
    description_ = describe(object_.plugin());
  } catch (const Failure& failure) {
    throw Failure(Exit::plugin, build_->path().string() + ": " + failure.what());
  }
  description_.path = build_->path();
  description_.warnings = declared.warnings;
  if (copy_.file && !copy_.file->has_neighbours()) copy_.file.reset();
}

Library::~Library() = default;

}  // namespace host
