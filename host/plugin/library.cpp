#include "host/plugin/library.hpp"

#include "host/plugin/description.hpp"
#include "host/plugin/temp_library_copy.hpp"

#include <utility>

namespace host {

std::shared_ptr<const Library> Library::load(std::shared_ptr<const Build> build) {
  return std::shared_ptr<const Library>(new Library(std::move(build), false));
}

std::shared_ptr<const Library> Library::load_again(std::shared_ptr<const Build> build) {
  return std::shared_ptr<const Library>(new Library(std::move(build), true));
}

Library::Library(std::shared_ptr<const Build> build, bool reloads)
    : build_(std::move(build)),
      description_(describe_build(*build_)),
      copy_(reloads ? copy_of(*build_) : Copy{build_->file()}),
      object_(copy_.path, build_->path().string()) {
  if (copy_.file && !copy_.file->has_neighbours()) copy_.file.reset();
}

Library::Copy Library::copy_of(const Build& build) {
  if (auto file = TempLibraryCopy::make(build)) return {file->path(), std::move(file)};
  Descriptor memory = build.duplicate();
  return {memory.path(), nullptr, std::move(memory)};
}

Library::~Library() = default;

}  // namespace host
