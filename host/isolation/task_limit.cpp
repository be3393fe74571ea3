#include "host/isolation/task_limit.hpp"

#include "host/isolation/confinement.hpp"
#include "host/isolation/process_tree.hpp"
#include "host/isolation/supervisor_protocol.hpp"
#include "host/util/socket_message.hpp"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace host::supervisor {

// The program's process tells its user, and the listener's descriptor if there is one. The answer: the most processes
// of that user.

void ask_before_forks(int socket) {
  sandbox::forbid_new_privileges();
  FilterProgram filter = sandbox::read_filter(fork_filter_descriptor);
  const Descriptor listener = sandbox::install_listener(filter);
  uid_t user = ::getuid();
  if (listener.is_open()) {
    SocketMessage<int>(&user, sizeof user).send(socket, SCM_RIGHTS, listener.get());
    return;
  }
  static_cast<void>(::send(socket, &user, sizeof user, MSG_NOSIGNAL) > 0);
  // The supervisor counts this user's processes: it sees more of them.
  int most = 0;
  if (::recv(socket, &most, sizeof most, 0) == sizeof most)
    sandbox::set_limit(RLIMIT_NPROC, static_cast<std::uint64_t>(most), "of processes");
}

TaskLimit::TaskLimit(int most) : most_(most), left_(most - 1) {
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
  uid_t user = 0;
  const ssize_t size = SocketMessage<int>(&user, sizeof user).receive(ends_[0], SCM_RIGHTS, listener_);
  if (listener_ >= 0) {
    seccomp_notif_sizes sizes{};
    ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes);
    question_.resize(std::max<std::size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)));
    reply_.resize(std::max<std::size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)));
  } else if (size == sizeof user) {
    const int most = tasks_of_user(user) + most_;
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
  if (left_ <= 0) {
    const int tasks = tasks_below(::getpid());
    left_ = tasks > 0 ? most_ - tasks : 0;  // the one that asks is there: 0 means that /proc is missing
  }
  seccomp_notif_resp reply{};
  reply.id = asked.id;
  if (left_ > 0) {
    --left_;
    reply.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else {
    reply.error = -EAGAIN;
  }
  std::fill(reply_.begin(), reply_.end(), '\0');
  std::memcpy(reply_.data(), &reply, sizeof reply);
  ::ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, reply_.data());
}

}  // namespace host::supervisor
