#include "host/tournament/league_journal.hpp"

#include "host/util/failure.hpp"
#include "host/util/json.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

namespace host {

namespace {

/// Waits a little: what an ended process had started may still have the file.
bool is_locked(int file) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

}  // namespace

Journal::Journal(const std::filesystem::path& file, const std::function<void(const nlohmann::ordered_json&)>& take)
    : path_(file), file_(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
  if (!file_.is_open()) throw Failure(Exit::output, file.string() + ": " + std::strerror(errno));
  if (!is_locked(file_.get())) throw Failure(Exit::usage, file.string() + ": another 'league run' plays this league");
  std::ifstream in(file);
  off_t whole = 0;
  std::string line;
  while (std::getline(in, line) && !in.eof()) {
    const nlohmann::ordered_json json = parse_json(line);
    if (!json.is_object()) throw Failure(Exit::output, file.string() + " is damaged: '" + line.substr(0, 60) + "'");
    take(json);
    whole += static_cast<off_t>(line.size()) + 1;
  }
  // A line without its end was being written when the process was killed. What it decides has not begun.
  if (::ftruncate(file_.get(), whole) != 0) throw Failure(Exit::output, file.string() + ": " + std::strerror(errno));
}

void Journal::add(const nlohmann::ordered_json& line) {
  const std::string text = to_stored_line(line) + "\n";
  if (::write(file_.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
      ::fdatasync(file_.get()) != 0)
    throw Failure(Exit::output, path_.string() + ": " + std::strerror(errno));
}

}  // namespace host
