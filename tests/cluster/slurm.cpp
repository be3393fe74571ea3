#include "tests/cluster/slurm.hpp"

#include "tests/support/files.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

namespace cluster_test {

namespace {

const std::array<const char*, 2> nodes = {"node1", "node2"};

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  const std::string all = name.data();
  return all.substr(0, all.find('.'));
}

/// Returns a TCP port that no program uses now.
int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool found = ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size) == 0 &&
                     ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(socket);
  if (!found) throw std::runtime_error("no port is free");
  return ntohs(address.sin_port);
}

std::string configuration(const std::filesystem::path& folder) {
  const std::string host = host_name();
  const std::string user = std::to_string(::geteuid());
  std::string text = R"(ClusterName=agon
SlurmctldHost=HOST(127.0.0.1)
SlurmctldPort=PORT
AuthType=auth/munge
AuthInfo=socket=FOLDER/munge.socket,cred_expire=5
SlurmUser=USER
SlurmdUser=USER
StateSaveLocation=FOLDER/state
SlurmdSpoolDir=FOLDER/spool-%n
SlurmctldPidFile=FOLDER/slurmctld.pid
SlurmdPidFile=FOLDER/%n.pid
SlurmctldLogFile=FOLDER/slurmctld.log
SlurmdLogFile=FOLDER/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
KillWait=60
MailProg=/bin/true
SlurmdParameters=config_overrides
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
)";
  for (const std::string node : nodes) {
    text.append("NodeName=").append(node).append(" NodeHostname=HOST NodeAddr=127.0.0.1 CPUs=1 RealMemory=2000 Port=");
    text.append(std::to_string(free_port())).append("\n");
  }
  text = support::replaced(text, "=PORT", "=" + std::to_string(free_port()));
  text = support::replaced(text, "=HOST", "=" + host);
  text = support::replaced(text, "=USER", "=" + user);
  return support::replaced(text, "FOLDER", folder.string());
}

/// Returns the parent of a process, or 0 if the process has ended.
pid_t parent_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  pid_t parent = 0;
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view name = "PPid:\t";
    if (line.starts_with(name)) std::from_chars(line.data() + name.size(), line.data() + line.size(), parent);
  }
  return parent;
}

}  // namespace

bool has_slurm() {
  for (const char* const program : {"/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged"}) {
    if (std::filesystem::exists(program)) continue;
    std::cout << "skipped: there is no " << program << " (Debian: slurm-wlm, munge)\n";
    return false;
  }
  return true;
}

Slurm::Slurm() {
  std::string key(1024, '\0');
  std::random_device random;
  for (char& byte : key) byte = static_cast<char>(random());
  const std::filesystem::path file = folder_.write("key", key);
  std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::filesystem::create_directory(folder_.path() / "state");
  folder_.write("slurm.conf", configuration(folder_.path()));
  const auto in_folder = [&](const std::string& option, const std::string& name) {
    return option + (folder_.path() / name).string();
  };
  const auto daemon = [&](const std::string& name, std::vector<std::string> words) {
    daemons_[name] = std::make_unique<support::Process>(command(std::move(words)));
  };
  daemon("munged", {"/usr/sbin/munged", "--foreground", "--force", "--key-file=" + file.string(),
                    in_folder("--socket=", "munge.socket"), in_folder("--pid-file=", "munged.pid"),
                    in_folder("--log-file=", "munged.log"), in_folder("--seed-file=", "munged.seed")});
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  const auto wait_until = [&](const auto& condition) {
    while (!condition()) {
      if (std::chrono::steady_clock::now() > until) throw std::runtime_error("Slurm does not start: " + messages());
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  };
  wait_until([&] { return std::filesystem::exists(folder_.path() / "munge.socket"); });
  daemon("slurmctld", {"/usr/sbin/slurmctld", "-D", "-c"});
  for (const char* const node : nodes) start(node);
  wait_until([&] { return run({"sinfo", "--noheader", "--format=%D %t"}) == "2 idle"; });
}

Slurm::~Slurm() {
  for (const char* const node : nodes) kill_jobs(node);
}

std::string Slurm::run(std::vector<std::string> words, const std::map<std::string, std::string>& environment) const {
  support::Command command = this->command(std::move(words));
  for (const auto& [name, value] : environment) command.environment[name] = value;
  support::Result result = support::run(command);
  if (result.code != 0) throw std::runtime_error(result.err);
  while (result.out.ends_with('\n')) result.out.pop_back();
  return result.out;
}

void Slurm::kill(const std::string& node) {
  daemons_.at(node)->signal(SIGKILL);
  daemons_.at(node)->wait();
  kill_jobs(node);
}

void Slurm::start(const std::string& node) {
  daemons_[node] = std::make_unique<support::Process>(command({"/usr/sbin/slurmd", "-D", "-N", node}));
}

std::string Slurm::messages() const {
  std::string all;
  for (const std::string& name : support::names_in(folder_.path())) {
    if (name.ends_with(".log") || name.ends_with(".out"))
      all.append(name).append(":\n").append(support::content(folder_.path() / name)).append("\n");
  }
  return all;
}

support::Command Slurm::command(std::vector<std::string> words) const {
  support::Command command{.words = std::move(words), .folder = folder_.path()};
  command.environment["SLURM_CONF"] = (folder_.path() / "slurm.conf").string();
  return command;
}

void Slurm::kill_jobs(const std::string& node) const {
  // The environment identifies the processes of a job. The daemon of its step has another one: it is the parent of the
  // first process.
  const std::string configured = "SLURM_CONF=" + (folder_.path() / "slurm.conf").string();
  const std::string on_node = "SLURMD_NODENAME=" + node;
  std::vector<pid_t> all;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ec != std::errc{}) continue;
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    bool of_this = false;
    bool of_node = false;
    for (std::string variable; std::getline(file, variable, '\0');) {
      of_this = of_this || variable == configured;
      of_node = of_node || variable == on_node;
    }
    if (!of_this || !of_node) continue;
    all.push_back(process);
    const pid_t parent = parent_of(process);
    std::string program;
    std::getline(std::ifstream("/proc/" + std::to_string(parent) + "/comm"), program);
    if (program == "slurmstepd") all.push_back(parent);
  }
  for (const pid_t process : all) ::kill(process, SIGKILL);
}

}  // namespace cluster_test
