#include "host/worker/call_server.hpp"

#include "host/failure.hpp"
#include "host/plugin/find_type.hpp"
#include "host/worker/heap.hpp"
#include "host/worker/surroundings.hpp"

#include <agon/ext/solitary.h>

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace host::worker {

namespace {

using channel::Slot;
using validate::Call;
using validate::Reader;
using validate::Reply;
using validate::Writer;

/// Runs the requests of a script in order. Returns a hash (FNV-1a) of all answers except the addresses of states. If a
/// create() fails, returns its status.
std::uint64_t run_script(ServedGame& game, std::string_view script, Writer& answer) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (Reader requests(script); requests.more();) {
    Reader request(requests.text());
    const auto call = request.number<Call>();
    answer.clear();
    game.answer(call, request, answer);
    if (call == Call::create) {
      const auto status = Reader(answer.bytes()).number<agon_status>();
      if (status != AGON_OK) return static_cast<std::uint64_t>(status);
      continue;
    }
    for (const char each : answer.bytes()) hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001B3U;
  }
  return hash;
}

}  // namespace

CallServer::CallServer(channel::Channel& shared, const channel::Layout& layout, std::function<void()> close_further,
                       std::string library, std::string name, NeededGame game)
    : shared_(shared),
      slot_(channel::slot_in(shared, layout)),
      requests_(channel::at(shared, layout.observation())),
      answers_(channel::at(shared, layout.action())),
      most_answer_(shared.start.action_capacity),
      close_further_(std::move(close_further)),
      file_(std::move(library)),
      name_(std::move(name)),
      needed_(std::move(game)) {}

void CallServer::serve() {
  channel::ring(shared_.to_host);
  for (;;) answer(receive());
}

std::string_view CallServer::receive() {
  do {
    while (shared_.to_worker.rung.load() == heard_) channel::wait(shared_.to_worker, heard_, nullptr, yielding_);
    ++heard_;
  } while (slot_.request == Slot::nothing);
  slot_.request = Slot::nothing;
  return {reinterpret_cast<const char*>(requests_), slot_.observation_size};
}

void CallServer::send(const Writer& answer) {
  const std::string& bytes = answer.bytes();
  slot_.action_size = bytes.size();  // the checker reports an answer that is too long
  std::memcpy(answers_, bytes.data(), std::min(bytes.size(), most_answer_));
  slot_.answer = Slot::done;
  channel::ring(shared_.to_host);
}

void CallServer::answer(std::string_view request) {
  answer_.clear();
  answer_.number(Reply::done);
  const auto fail = [&](const std::string& why) {
    answer_.clear();
    answer_.number(Reply::failed);
    answer_.text(why);
  };
  try {
    Reader reader(request);
    call(reader.number<Call>(), reader);
  } catch (const Failure& failure) {
    fail(failure.what());
  } catch (const std::bad_alloc&) {
    fail("it ran out of memory");
  } catch (const std::exception& exception) {
    fail(std::string("it threw an exception across the C ABI: ") + exception.what());
  } catch (...) {
    fail("it threw something across the C ABI that is no std::exception");
  }
  send(answer_);
}

void CallServer::call(Call call, Reader& request) {
  switch (call) {
    case Call::load:  // answers the address of its agon_plugin
      library_ = std::make_unique<SharedObject>(file_, name_);
      return answer_.number(reinterpret_cast<std::uintptr_t>(&library_->plugin()));
    case Call::unload:
      return library_.reset();
    case Call::confine_further:
      if (close_further_) close_further_();
      return;
    case Call::surroundings:
      return write_surroundings(answer_);
    case Call::peek: {  // an address, a size; answers the bytes
      const auto* const from = reinterpret_cast<const char*>(request.number<std::uintptr_t>());
      return answer_.text({from, request.number<std::uint64_t>()});
    }
    case Call::extension:
      return find_extension(request);
    case Call::memory_in_use:
      return answer_.number<std::uint64_t>(memory_in_use());
    case Call::flush:
      std::fflush(nullptr);
      return;
    case Call::conditions:
      conditions_ = read_conditions(request);
      return;
    case Call::use_game:
      return use_game(request);
    case Call::use_strategy:
      return use_strategy(request);
    case Call::in_threads:
      return run_in_threads(request);
    case Call::create_instance:
    case Call::turn_instance:
    case Call::destroy_instance:
      return strategy_.value().answer(call, request, answer_);
    default:
      return game_.value().answer(call, request, answer_);
  }
}

const agon_plugin_type& CallServer::plugin() const {
  if (!library_) throw Failure(Exit::plugin, name_ + " is not loaded");
  return library_->plugin();
}

/// Request: whether the extension is a game's, the game's or strategy's number, the extension's id. Answers the
/// address.
void CallServer::find_extension(Reader& request) {
  const bool of_game = request.number<std::uint8_t>() != 0;
  const auto index = request.number<std::uint32_t>();
  const std::string id(request.text());  // a different pointer each time
  const void* const found =
      of_game ? plugin().games[index]->extension(id.c_str()) : plugin().strategies[index]->extension(id.c_str());
  answer_.number(reinterpret_cast<std::uintptr_t>(found));
}

/// Request: the game's id. Answers the result of describe().
void CallServer::use_game(Reader& request) {
  game_type_ = find_game_type(plugin(), request.text());
  if (game_type_ == nullptr) throw Failure(Exit::plugin, "the game is gone when the library is loaded");
  game_.emplace(*game_type_, conditions_);
  game_->describe(answer_);
}

/// Request: the strategy's id and its protocol. Answers the number of its options, and whether it keeps global state.
void CallServer::use_strategy(Reader& request) {
  const std::string_view id = request.text();
  const agon_strategy_type* const type = find_strategy_type(plugin(), id, request.text());
  if (type == nullptr)
    throw Failure(Exit::plugin, "the strategy " + std::string(id) + " is gone when the library is loaded");
  const agon_game_type* game = nullptr;
  if (!needed_.path.empty()) {
    needed_library_ = std::make_unique<SharedObject>(needed_.path, needed_.name);
    game = find_game_type(needed_library_->plugin(), needed_.game);
    if (game == nullptr) throw Failure(Exit::plugin, needed_.name + ": the game is gone when the library is loaded");
  }
  strategy_.emplace(*type, game, [this](const Writer& acts) {
    send(acts);
    return receive();
  });
  answer_.number(type->option_count);
  answer_.number<std::uint8_t>(type->extension(AGON_SOLITARY) != nullptr ? 1 : 0);
}

/// Request: the number of threads, how often each runs all scripts, the scripts, one text each. Answers a hash for each
/// script of each thread, over all answers. Each thread begins with a different script. The answers in one thread must
/// not depend on the other threads.
void CallServer::run_in_threads(Reader& request) {
  const auto threads = request.number<std::uint32_t>();
  const auto rounds = request.number<std::uint32_t>();
  std::vector<std::string_view> scripts;
  while (request.more()) scripts.push_back(request.text());
  std::vector<std::vector<std::uint64_t>> found(threads);
  const auto run = [&](std::size_t thread) {
    ServedGame game(*game_type_, conditions_);
    Writer answer;
    for (std::size_t turn = 0; turn < rounds * scripts.size(); ++turn)
      found[thread].push_back(run_script(game, scripts[(thread * 7 + turn) % scripts.size()], answer));
  };
  {
    std::vector<std::jthread> running;
    for (std::size_t thread = 1; thread < threads; ++thread) running.emplace_back(run, thread);
    run(0);
  }
  for (const auto& of_thread : found) {
    for (const std::uint64_t number : of_thread) answer_.number(number);
  }
}

}  // namespace host::worker
