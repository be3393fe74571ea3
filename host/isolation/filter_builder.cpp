#include "host/isolation/filter_builder.hpp"

#include "host/descriptor.hpp"
#include "host/failure.hpp"

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
  if (context_ == nullptr) fail_to_filter("no memory");
  // Generates a binary tree: when a filter is installed, the kernel runs it once for each system call, to find the
  // calls that are always allowed.
  constexpr std::uint32_t tree = 2;
  ::seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, tree);
}

FilterBuilder::~FilterBuilder() {
  ::seccomp_release(context_);
}

void FilterBuilder::add_architecture(std::uint32_t architecture) {
  if (const int fault = ::seccomp_arch_add(context_, architecture); fault != 0 && fault != -EEXIST)
    fail_to_filter(std::string("an architecture: ") + std::strerror(-fault));
}

void FilterBuilder::set_action_elsewhere(std::uint32_t action) {
  ::seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, action);
}

void FilterBuilder::allow(Calls calls) {
  for (const int call : calls) add(SCMP_ACT_ALLOW, call, {});
}

void FilterBuilder::allow(int call, Conditions conditions) {
  add(SCMP_ACT_ALLOW, call, conditions);
}

void FilterBuilder::refuse(int error, Calls calls) {
  for (const int call : calls) refuse(error, call, {});
}

void FilterBuilder::refuse(int error, int call, Conditions conditions) {
  add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, conditions);
}

void FilterBuilder::trap(Calls calls) {
  for (const int call : calls) add(SCMP_ACT_TRAP, call, {});
}

void FilterBuilder::trap(int call, Conditions conditions) {
  add(SCMP_ACT_TRAP, call, conditions);
}

void FilterBuilder::ask(Calls calls) {
  for (const int call : calls) add(SCMP_ACT_NOTIFY, call, {});
}

FilterProgram FilterBuilder::program() const {
  const Descriptor file(::memfd_create("agon-filter", MFD_CLOEXEC));
  if (!file.is_open()) fail_to_filter(std::strerror(errno));
  if (const int fault = ::seccomp_export_bpf(context_, file.get()); fault != 0) fail_to_filter(std::strerror(-fault));
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  FilterProgram program(static_cast<std::size_t>(size) / sizeof(sock_filter));
  if (::pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size)
    fail_to_filter("it can't be read back");
  return program;
}

void FilterBuilder::add(std::uint32_t action, int call, Conditions conditions) {
  const int fault = ::seccomp_rule_add_array(context_, action, call, static_cast<unsigned>(conditions.size()),
                                             conditions.size() == 0 ? nullptr : conditions.begin());
  if (fault != 0 && fault != -EDOM) fail_to_filter(std::string("a rule: ") + std::strerror(-fault));
}

}  // namespace host
