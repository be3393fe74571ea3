#include "host/supervisor/task_limit.hpp"

#include "host/program/tree.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace host::supervisor {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t native = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t native = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t native = 0;
#endif

/// Installs the filter that asks. Returns the descriptor through which it does, or -1.
int listener_for_forks() {
  if (native == 0) return -1;
  std::vector<std::uint32_t> own = {__NR_clone, __NR_clone3};
#ifdef __NR_fork
  own.insert(own.end(), {__NR_fork, __NR_vfork});
#endif
  // fork, vfork, clone and clone3 of 32-bit programs: the same numbers on x86 and on ARM.
  const std::vector<std::uint32_t> narrow = {2, 190, 120, 435};
  constexpr std::uint32_t without_x32 = ~0x40000000U;
  std::vector<sock_filter> program = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
                                      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, native, 0, 0),
                                      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, without_x32)};
  const auto ask_at = [&](const std::vector<std::uint32_t>& calls) {
    for (const std::uint32_t call : calls) {
      program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
      program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
    }
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  };
  ask_at(own);
  program[1].jf = static_cast<std::uint8_t>(program.size() - 2);  // to what follows, counted from the jump's successor
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
  ask_at(narrow);
  const sock_fprog filter = {static_cast<unsigned short>(program.size()), program.data()};
  // Without SPEC_ALLOW, older kernels slow down every process that has a filter.
  return static_cast<int>(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                    SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter));
}

/// What the program's process tells: its user, and the listener's descriptor if there is one. The answer: the most
/// processes of that user.
struct Introduction {
  uid_t user;
};

void send_with(int socket, const Introduction& text, int descriptor) {
  iovec part = {const_cast<Introduction*>(&text), sizeof text};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  static_cast<void>(::sendmsg(socket, &message, MSG_NOSIGNAL) > 0);
}

void set_limit(rlim_t most) {
  rlimit now{};
  ::getrlimit(RLIMIT_NPROC, &now);
  const rlim_t value = std::min(most, now.rlim_max);
  const rlimit wanted = {value, value};
  ::setrlimit(RLIMIT_NPROC, &wanted);
}

}  // namespace

void ask_before_forks(int socket) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  const int listener = listener_for_forks();
  send_with(socket, {::getuid()}, listener);
  if (listener >= 0) {
    ::close(listener);
    return;
  }
  // The supervisor counts this user's processes: it sees more of them.
  int most = 0;
  if (::recv(socket, &most, sizeof most, 0) == sizeof most) set_limit(static_cast<rlim_t>(most));
}

TaskLimit::TaskLimit(int most) : most_(most), room_(most - 1) {
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends_) != 0) ends_[0] = ends_[1] = -1;
}

void TaskLimit::close_program_end() {
  ::close(ends_[1]);
  ends_[1] = -1;
}

void TaskLimit::answer(short events) {
  if (events == 0) return;
  if (listener_ < 0) return meet();
  if ((events & POLLIN) != 0) return decide();
  ::close(listener_);  // no process is left that could ask
  listener_ = -1;
}

/// Hears from the program's process, once.
void TaskLimit::meet() {
  Introduction text{};
  iovec part = {&text, sizeof text};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof listener_)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  const ssize_t size = ::recvmsg(ends_[0], &message, MSG_CMSG_CLOEXEC);
  const cmsghdr* const header = size == sizeof text ? CMSG_FIRSTHDR(&message) : nullptr;
  if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&listener_, CMSG_DATA(header), sizeof listener_);
    seccomp_notif_sizes sizes{};
    ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes);
    question_.resize(std::max<std::size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)));
    reply_.resize(std::max<std::size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)));
  } else if (size == sizeof text) {
    const int most = tasks_of_user(text.user) + most_;
    static_cast<void>(::send(ends_[0], &most, sizeof most, MSG_NOSIGNAL) > 0);
  }
  ::close(ends_[0]);
  ends_[0] = -1;
}

void TaskLimit::decide() {
  std::fill(question_.begin(), question_.end(), '\0');
  if (::ioctl(listener_, SECCOMP_IOCTL_NOTIF_RECV, question_.data()) != 0) return;  // it has ended meanwhile
  seccomp_notif asked{};
  std::memcpy(&asked, question_.data(), sizeof asked);
  if (room_ <= 0) {
    const int tasks = tasks_below(::getpid());
    room_ = tasks > 0 ? most_ - tasks : 0;  // the one that asks is there: 0 means that /proc is missing
  }
  seccomp_notif_resp reply{};
  reply.id = asked.id;
  if (room_ > 0) {
    --room_;
    reply.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else {
    reply.error = -EAGAIN;
  }
  std::fill(reply_.begin(), reply_.end(), '\0');
  std::memcpy(reply_.data(), &reply, sizeof reply);
  ::ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, reply_.data());
}

}  // namespace host::supervisor
