// A transcript that is damaged is refused with the name of the field, whatever the damage: nothing crashes, and no
// exception but the host's own gets out.
#include "host/match/transcript.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>

namespace {

using Json = support::Json;
using support::adds;
using support::fails;
using support::Refusal;

const host::Game damaged_game = support::in_program(support::counting);

support::Json json_of(const host::Transcript& transcript) {
  return support::parse_json(host::to_line(transcript, damaged_game.description));
}

Json sound_json() {
  host::Transcript transcript = support::recorded(damaged_game, {11, 2, support::counting_values("14", true)},
                                                  {adds(4), adds(9)}, {fails(AGON_OUTCOME_ERROR, "tired")});
  transcript.events[0].reveals = "bonus 1";
  transcript.seats[0].name = "deep";
  transcript.seats[0].options = {{"depth", "3"}};
  transcript.usage.logs = {{1, "line\n", 3}};
  transcript.usage.evaluations = {{-2.5, AGON_VALUE_SCORE, 3, 40, "4 9", 1}, {.25, AGON_VALUE_CONTEST, 0, 0, "", 2}};
  return json_of(transcript);
}

Refusal refused(const std::string& text) {
  const Refusal refusal = support::refusal([&] { host::parse_transcript(text, "file"); });
  CHECK(refusal.code == host::Exit::input);
  CHECK_MESSAGE(refusal.text.starts_with("file"), refusal.text);
  return refusal;
}

/// How a sound transcript is refused that has another value there.
Refusal refused_with(const char* pointer, const Json& value) {
  Json json = sound_json();
  json[Json::json_pointer(pointer)] = value;
  CAPTURE(pointer);
  return refused(support::to_text(json));
}

/// A field that a transcript must have, and the word by which a refusal names it.
struct Field {
  const char* pointer;
  const char* name;
};

const std::array fields = {
    Field{"/agon", "'agon'"},
    Field{"/game", "'game'"},
    Field{"/game/id", "'id'"},
    Field{"/game/version", "'version'"},
    Field{"/game/protocol", "'protocol'"},
    Field{"/setup", "'setup'"},
    Field{"/setup/seed", "'seed'"},
    Field{"/setup/parameters", "'parameters'"},
    Field{"/setup/start", "'start'"},
    Field{"/seats", "'seats'"},
    Field{"/seats/0/strategy", "'strategy'"},
    Field{"/seats/0/version", "'version'"},
    Field{"/seats/0/sha256", "'sha256'"},
    Field{"/seats/0/options", "'options'"},
    Field{"/actions", "'actions'"},
    Field{"/actions/0/seat", "'seat'"},
    Field{"/actions/0/action", "'action'"},
    Field{"/actions/1/forfeit/kind", "'kind'"},
    Field{"/actions/1/forfeit/reason", "'reason'"},
    Field{"/result", "'result'"},
    Field{"/result/scores", "'scores'"},
    Field{"/result/contest", "'contest'"},
    Field{"/result/outcomes", "'outcomes'"},
    Field{"/result/cpu_s", "'cpu_s'"},
    Field{"/result/outcomes/1/kind", "'kind'"},
    Field{"/result/outcomes/1/reason", "'reason'"},
    Field{"/usage/cpu_us", "'cpu_us'"},
    Field{"/usage/logs/0/action", "'action'"},
    Field{"/usage/logs/0/log", "'log'"},
    Field{"/usage/evaluations/0/action", "'action'"},
};

/// Values of every type, and some that break readers.
std::vector<Json> odd_values() {
  Json deep = 1;
  for (int level = 0; level < 50; ++level) deep = Json::array({deep});
  return {nullptr,
          true,
          -1,
          1.5,
          1e300,
          UINT64_MAX,
          INT64_MIN,
          4294967296,
          "",
          "text",
          "ok",
          "\n\t",
          Json::object(),
          Json::array(),
          Json::array({1}),
          deep,
          Json{{"kind", 5}}};
}

bool same_kind(const Json& one, const Json& other) {
  return one.type() == other.type() || (one.is_number_integer() && other.is_number_integer());
}

/// "/a/b/0" without its last part.
std::pair<Json::json_pointer, std::string> parent(const Json::json_pointer& pointer) {
  return {pointer.parent_pointer(), pointer.back()};
}

}  // namespace

TEST_CASE("the transcript of these tests is sound") {
  CHECK_NOTHROW(host::parse_transcript(support::to_text(sound_json()), "file"));
}

TEST_CASE("a field that is missing is named") {
  for (const Field& field : fields) {
    CAPTURE(field.pointer);
    Json json = sound_json();
    const auto [above, key] = parent(Json::json_pointer(field.pointer));
    json[above].erase(key);
    const Refusal refusal = refused(support::to_text(json));
    CHECK_MESSAGE(refusal.says(std::string("the field ") + field.name + " is missing"), refusal.text);
  }
}

TEST_CASE("a field of a wrong type is named") {
  for (const Field& field : fields) {
    const Json::json_pointer pointer(field.pointer);
    for (const Json& value : odd_values()) {
      if (same_kind(sound_json()[pointer], value)) continue;
      const Refusal refusal = refused_with(field.pointer, value);
      const bool names_it = refusal.says(field.name) || refusal.says("." + pointer.back() + ": ");
      CHECK_MESSAGE(names_it, refusal.text);
    }
  }
}

TEST_CASE("fields that may be left out are refused where they are of a wrong type") {
  for (const char* const text : {"/seats/0/name", "/actions/0/reveals", "/actions/1/forfeit", "/usage"}) {
    for (const Json& value : {Json(5), Json(nullptr), Json::array()})
      CHECK(refused_with(text, value).says(Json::json_pointer(text).back()));
  }
}

TEST_CASE("entries of lists that are of a wrong type are refused") {
  for (const char* const text :
       {"/seats/0", "/actions/0", "/result/scores/0", "/result/contest/0", "/result/outcomes/0", "/result/cpu_s/0",
        "/result/wall_s/0", "/result/peak_kib/0", "/result/turns/0", "/usage/cpu_us/0", "/usage/logs/0",
        "/usage/logs/0/cut", "/usage/evaluations/0", "/usage/evaluations/0/value", "/usage/evaluations/0/nodes"}) {
    for (const Json& value : {Json("text"), Json(nullptr), Json::array(), Json(true)}) {
      if (value.is_null() && std::string_view(text) == "/result/peak_kib/0") continue;  // not measured
      refused_with(text, value);
    }
  }
}

TEST_CASE("a parameter or an option that is no single value is refused by its name") {
  for (const char* const text : {"/setup/parameters/target", "/seats/0/options/depth"}) {
    for (const Json& value : {Json(nullptr), Json::array({1}), Json::object()})
      CHECK(refused_with(text, value).says("'" + Json::json_pointer(text).back() + "'"));
  }
}

TEST_CASE("a value nested a million deep is refused, and not followed, wherever it stands") {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  const std::string text = support::to_text(sound_json());
  for (const std::string value : {"\"target\":14", "\"seed\":11", "\"agon\":1"}) {
    std::string altered = text;
    altered.replace(altered.find(value), value.size(), value.substr(0, value.find(':') + 1) + deep);
    CHECK(refused(altered).says("nested too deeply"));
  }
  CHECK(refused("{\"unknown\":" + deep + "," + text.substr(1)).says("nested too deeply"));
  CHECK(refused(std::string(1'000'000, '[')).says("nested too deeply"));
}

TEST_CASE("lists of results that do not fit the seats are refused") {
  for (const char* const list : {"scores", "contest", "outcomes", "cpu_s", "wall_s", "peak_kib", "turns"}) {
    CAPTURE(list);
    Json more = sound_json();
    more["result"][list].push_back(more["result"][list][0]);
    CHECK(refused(support::to_text(more)).says("for each seat"));
    Json fewer = sound_json();
    fewer["result"][list].erase(0);
    CHECK(refused(support::to_text(fewer)).says("for each seat"));
  }
}

TEST_CASE("what seats used is read as it was written, and may be omitted but for the CPU time") {
  Json json = sound_json();
  json["result"]["turns"][0] = 12;
  json["result"]["wall_s"][0] = 0.25;
  json["result"]["peak_kib"][0] = 77;
  const host::Usage changed = host::parse_transcript(support::to_text(json), "here").result.seats.at(0).usage;
  CHECK(changed.turns == 12);
  CHECK(changed.wall_ns == 250'000'000);
  CHECK(changed.peak_kib == 77);
  for (const char* const list : {"wall_s", "peak_kib", "turns"}) json["result"].erase(list);
  CHECK(host::parse_transcript(support::to_text(json), "here").result.seats.at(0).usage.turns == 0);
}

TEST_CASE("a number that does not fit is refused, and not cut") {
  for (const Json& seat : {Json(4294967296), Json(-4294967296), Json(UINT64_MAX)})
    CHECK(refused_with("/actions/0/seat", seat).says("'seat'"));
  CHECK(refused_with("/agon", UINT64_MAX).says("'agon'"));
  std::string text = support::to_text(sound_json());
  const std::string seed = "\"seed\":11";
  for (const char* const large :
       {"\"seed\":18446744073709551616", "\"seed\":1e999", "\"seed\":-1e999", "\"seed\":\"18446744073709551616\"",
        "\"seed\":\"-1\"", "\"seed\":\"7\"", "\"seed\":\"\"", "\"seed\":\"7x\"", "\"seed\":\"0x7\""}) {
    std::string altered = text;
    altered.replace(altered.find(seed), seed.size(), large);
    refused(altered);
  }
}

TEST_CASE("people, takeovers, an origin and a missing result are of the second format alone") {
  const Json person = {{"person", "Ada"}};
  const auto with = [&](int format, const std::string& key, const Json& value) {
    Json json = sound_json();
    json["agon"] = format;
    if (value.is_null()) json.erase(key);
    if (!value.is_null()) json[key] = value;
    return support::to_text(json);
  };
  const Json takeovers = Json::array({{{"action", 2}, {"seat", 1}, {"player", person}}});
  CHECK(host::parse_transcript(with(1, "takeovers", takeovers), "file").takeovers.empty());
  const host::Transcript taken = host::parse_transcript(with(2, "takeovers", takeovers), "file");
  REQUIRE(taken.takeovers.size() == 1);
  CHECK(taken.takeovers[0].player == host::person_identity("Ada"));
  CHECK(host::parse_transcript(with(2, "seats", Json::array({person, person})), "file").seats[1].person);
  CHECK(refused(with(1, "seats", Json::array({person, person}))).says("'strategy' is missing"));
  CHECK_FALSE(host::parse_transcript(with(2, "result", nullptr), "file").finished);
  CHECK(refused(with(1, "result", nullptr)).says("'result' is missing"));
  CHECK(refused(with(2, "takeovers", 7)).says("'takeovers' is not a list"));
  for (const Json& bad :
       {Json{{"action", -1}, {"seat", 1}, {"player", person}}, Json{{"action", 1}, {"seat", 2}, {"player", person}},
        Json{{"action", 1}, {"seat", -1}, {"player", person}}, Json{{"action", 1}, {"seat", 1}}})
    CHECK(refused(with(2, "takeovers", Json::array({bad}))).says("file: takeover 1: "));
  CHECK(refused(with(2, "origin", Json{{"sha256", "a"}})).says("file.origin: the field 'actions' is missing"));
}

TEST_CASE("an outcome that is none, and a forfeit that is ok, are refused") {
  CHECK(refused_with("/actions/1/forfeit/kind", "bored").says("'bored' is no outcome"));
  CHECK(refused_with("/result/outcomes/0/kind", "").says("'' is no outcome"));
  CHECK(refused_with("/actions/1/forfeit", {{"kind", "ok"}}).says("a forfeit needs another kind than 'ok'"));
}

TEST_CASE("text that is no JSON object is refused with the place of the damage") {
  for (const char* const text : {"", " ", "{", "nonsense", "{\"agon\":1,}", "\"\xFF\"", "{\"agon\":1}{", "\0"}) {
    CAPTURE(text);
    CHECK(refused(text).says("it is no JSON from byte"));
  }
  for (const char* const text : {"[]", "1", "null", "\"text\""}) {
    CAPTURE(text);
    CHECK(refused(text).says("is not an object"));
  }
}

TEST_CASE("text that is no UTF-8 inside a transcript is refused") {
  std::string text = support::to_text(sound_json());
  text.replace(text.find("tired"), 2, "\xC3\x28");
  CHECK(refused(text).says("it is no JSON"));
}

TEST_CASE("a transcript cut or changed anywhere is read or refused, and nothing else") {
  const std::string text = support::to_text(sound_json());
  for (std::size_t size = 0; size < text.size(); size += 3) refused(text.substr(0, size));
  std::mt19937_64 random(1);
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string altered = text;
    for (int changes = 0; changes < 2; ++changes) {
      altered[random() % altered.size()] = "\"{}[]:,0-9etrue\\\xFF "[random() % 18];
    }
    try {
      host::parse_transcript(altered, "file");
      ++accepted;
    } catch (const host::Failure& failure) {
      REQUIRE(failure.code() == host::Exit::input);
    }
  }
  CHECK(accepted > 0);  // a letter in a text may change
  CHECK(accepted < 3000);
}
