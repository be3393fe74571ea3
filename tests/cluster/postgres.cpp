#include "tests/cluster/postgres.hpp"

#include "tests/e2e/host.hpp"
#include "tests/support/process.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace cluster_test {

namespace {

/// Returns the folder of the newest PostgreSQL that Debian's packages installed, from version 15 on; empty without one.
std::filesystem::path newest_programs() {
  std::filesystem::path newest;
  std::error_code fault;
  int last = 14;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", fault)) {
    const int version = std::atoi(entry.path().filename().c_str());
    if (version <= last || !std::filesystem::exists(entry.path() / "bin/initdb")) continue;
    newest = entry.path() / "bin";
    last = version;
  }
  return newest;
}

const std::filesystem::path programs = newest_programs();

}  // namespace

bool has_postgres() {
  if (!programs.empty()) return true;
  std::cout << "skipped: there is no PostgreSQL 15 or later in /usr/lib/postgresql (Debian: postgresql)\n";
  return false;
}

Postgres::Postgres() {
  if (::geteuid() == 0) support::run({.words = {"chown", "nobody", folder_.path()}});
  run({programs / "initdb", "-D", folder_.path() / "data", "-A", "trust", "-U", "agon", "--no-sync", "-E", "UTF8"});
  // The first line that fits holds: this user needs a password.
  const auto access = folder_.path() / "data/pg_hba.conf";
  const std::string usual = support::content(access);
  std::ofstream(access) << "local all locked scram-sha-256\n" << usual;
  start();
}

Postgres::~Postgres() {
  kill();
}

std::string Postgres::url(const std::string& user) const {
  return "postgresql://" + user + "@/postgres?host=" + folder_.path().string();
}

void Postgres::start() {
  // A server that is killed leaves its shared memory behind, unless that is a file of its folder.
  const std::string options =
      "-c listen_addresses= -c dynamic_shared_memory_type=mmap -c unix_socket_directories=" + folder_.path().string();
  // After SIGKILL, the server's other processes need a moment to end.
  for (int tries = 0;; ++tries) {
    try {
      run({programs / "pg_ctl", "-D", folder_.path() / "data", "-o", options, "-l", folder_.path() / "log", "-t", "300",
           "-w", "start"});
      return;
    } catch (const std::runtime_error&) {
      if (tries == 60) throw;
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }
}

void Postgres::kill() {
  pid_t process = 0;
  std::ifstream(folder_.path() / "data/postmaster.pid") >> process;
  if (process > 0) ::kill(process, SIGKILL);
}

int Postgres::grant_rights() const {
  static_cast<void>(value("CREATE USER agon_arena"));
  std::ifstream page(e2e::source_folder / "docs/cluster.md");
  int grants = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("GRANT ")) continue;
    static_cast<void>(value(line));
    ++grants;
  }
  return grants;
}

std::string Postgres::value(const std::string& statement, const std::string& user) const {
  support::Result result = support::run({.words = {"psql", "-X", "-A", "-t", "-c", statement, url(user)}});
  if (result.code != 0) throw std::runtime_error(result.err);
  while (result.out.ends_with('\n')) result.out.pop_back();
  return result.out;
}

void Postgres::wait_for(const std::string& statement, const std::string& value) const {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  for (std::string last; (last = this->value(statement)) != value;) {
    if (std::chrono::steady_clock::now() > until)
      throw std::runtime_error("waited in vain for " + value + " from " + statement + ", which returns " + last);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void Postgres::wait_for_table(const std::string& name) const {
  wait_for("SELECT to_regclass('agon." + name + "') IS NOT NULL", "t");
}

void Postgres::run(std::vector<std::string> words) const {
  if (::geteuid() == 0) {
    const std::vector<std::string> as_nobody = {"setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"};
    words.insert(words.begin(), as_nobody.begin(), as_nobody.end());
  }
  const support::Result result = support::run({.words = std::move(words), .folder = folder_.path()});
  if (result.code != 0) throw std::runtime_error("PostgreSQL: " + result.out + result.err);
}

}  // namespace cluster_test
