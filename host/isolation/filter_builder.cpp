#include "host/isolation/filter_builder.hpp"

#include "host/util/descriptor.hpp"
#include "host/util/failure.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace host {

namespace {

[[noreturn]] void fail_to_filter(const std::string& why) {
  throw Failure(Exit::isolation, "the sandbox can't be put up: seccomp: " + why);
}

}  // namespace

FilterBuilder::FilterBuilder(std::uint32_t otherwise) : context_(::seccomp_init(otherwise)) {
  if (!context_) fail_to_filter("no memory");
  // Generates a binary tree: when a filter is installed, the kernel runs it once for each system call, to find the
  // calls that are always allowed.
  constexpr std::uint32_t tree = 2;
  ::seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, tree);
}

void FilterBuilder::add_architecture(std::uint32_t architecture) {
  if (const int fault = ::seccomp_arch_add(context_.get(), architecture); fault != 0 && fault != -EEXIST)
    fail_to_filter(std::string("an architecture: ") + std::strerror(-fault));
}

void FilterBuilder::set_action_elsewhere(std::uint32_t action) {
  ::seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, action);
}

FilterProgram FilterBuilder::program() const {
  const Descriptor file(::memfd_create("agon-filter", MFD_CLOEXEC));
  if (!file.is_open()) fail_to_filter(std::strerror(errno));
  if (const int fault = ::seccomp_export_bpf(context_.get(), file.get()); fault != 0)
    fail_to_filter(std::strerror(-fault));
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  FilterProgram program(static_cast<std::size_t>(size) / sizeof(sock_filter));
  if (::pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size)
    fail_to_filter("it can't be read back");
  return program;
}

void FilterBuilder::add(std::uint32_t action, Calls calls, Conditions conditions) {
  for (const int call : calls) {
    const int fault = ::seccomp_rule_add_array(context_.get(), action, call, static_cast<unsigned>(conditions.size()),
                                               conditions.size() == 0 ? nullptr : conditions.begin());
    if (fault != 0 && fault != -EDOM) fail_to_filter(std::string("a rule: ") + std::strerror(-fault));
  }
}

}  // namespace host
