// host elo from the outside: numbers from counts and results of other programs.
#include "tests/e2e/host.hpp"

#include <fstream>

using namespace e2e;

namespace {

Result elo(Words more, const fs::path& folder = {}) {
  return run(host(with({"elo"}, more), folder));
}

Json json(Words more, const fs::path& folder = {}) {
  more.emplace_back("--json");
  const Result result = elo(more, folder);
  CHECK(result.err == "");
  REQUIRE(result.code == 0);
  return parse_json(result.out);
}

double half_width(const Json& interval) {
  return (interval[1].get<double>() - interval[0].get<double>()) / 2;
}

/// The rating of a player in the result of --csv or --pgn.
double rating(const Json& result, const std::string& name) {
  for (const Json& player : result.at("players")) {
    if (player.at("name") == name) return player.at("rating").get<double>();
  }
  FAIL("there is no player " << name);
  return 0;
}

}  // namespace

TEST_CASE("counts of pairs have the published normalised Elo, its interval and log-likelihood ratio") {
  const Json found = json({"379,10170,21828,10640,343", "--sprt", "0,2"});
  CHECK(found.at("normalised_elo").get<double>() == doctest::Approx(3.05).epsilon(0.001));
  CHECK(half_width(found.at("normalised_interval")) == doctest::Approx(2.31).epsilon(0.001));
  CHECK(found.at("sprt").at("log_likelihood_ratio").get<double>() == doctest::Approx(2.946).epsilon(0.0003));
  CHECK(found.at("sprt").at("verdict") == "accept H1");
  CHECK(found.at("pairs") == 43360);
}

TEST_CASE("wins, draws and losses have the published log-likelihood ratio for logistic bounds") {
  const Json found = json({"880,1863,759", "--sprt", "0,5", "--model", "logistic"});
  CHECK(found.at("sprt").at("log_likelihood_ratio").get<double>() == doctest::Approx(2.95).epsilon(0.002));
  CHECK(found.at("sprt").at("model") == "logistic");
  CHECK(found.at("matches") == 3502);
  const Json bayesian = json({"880,1863,759", "--sprt", "0,5", "--model", "bayesian"});
  CHECK(bayesian.at("sprt").at("log_likelihood_ratio").get<double>() > 0);
}

TEST_CASE("the text has the counts, Elo, superiority and the verdict of the test") {
  const Result found = elo({"880,1863,759", "--sprt", "0,5", "--model", "logistic"});
  CHECK(found.code == 0);
  for (const char* const part :
       {"matches         880 won, 1863 drawn, 759 lost\n", "Elo             +12.009, 95 % interval +",
        "% likely (LOS)\n", "SPRT            accepted H1 (5) over H0 (0), in logistic Elo, after 3502 matches; "})
    CHECK(has(found.out, part));
  const Result won = elo({"0,0,0,0,10"});
  CHECK(has(won.out, "Elo             +infinity, 95 % interval from +140.21\n"));
  CHECK(has(won.out, "normalised Elo  none"));
}

TEST_CASE("results in CSV or PGN give ratings of maximum likelihood, open ones for who won all") {
  const TemporaryFolder folder;
  std::ofstream csv(folder.path() / "a.csv");
  std::ofstream pgn(folder.path() / "a.pgn");
  csv << "first,second,result\n";
  const auto add = [&](const std::string& first, const std::string& second, bool won, int round) {
    csv << first << "," << second << "," << (won ? "1-0" : "0-1") << "," << round << "\n";
    pgn << "[White \"" << first << "\"]\n[Black \"" << second << "\"]\n[Round \"" << round << "\"]\n[Result \""
        << (won ? "1-0" : "0-1") << "\"]\n\n1. e4 " << (won ? "1-0" : "0-1") << "\n\n";
  };
  for (int round = 0; round < 40; ++round) {
    add("a", "b", round % 4 != 0, round);
    add("best", "a", true, round);
  }
  csv.close();
  pgn.close();
  const Json from_csv = json({"--csv", "a.csv"}, folder.path());
  CHECK(rating(from_csv, "a") - rating(from_csv, "b") == doctest::Approx(190.85).epsilon(1e-4));  // 400 log10(3)
  CHECK(from_csv == json({"--pgn", "a.pgn"}, folder.path()));
  CHECK(from_csv.at("players")[0].at("name") == "best");
  CHECK(from_csv.at("players")[0].at("rating").is_null());
  CHECK(from_csv.at("players")[0].at("rating_interval")[1].is_null());
  const Result text = elo({"--pgn", "a.pgn"}, folder.path());
  CHECK(has(text.out, "player  matches  points %  rating  95 %"));
  CHECK(has(text.out, " from "));
  CHECK(json({"--pgn", "a.pgn", "--prior", "1"}, folder.path()).at("players")[0].at("rating").is_number());
}

TEST_CASE("players that never met are rated in groups") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "a.csv") << "a,b,1\nb,a,1\nc,d,1\nd,c,1\n";
  CHECK(json({"--csv", "a.csv"}, folder.path()).at("rating_groups") == 2);
  CHECK(has(elo({"--csv", "a.csv"}, folder.path()).out, "2 groups that never met"));
}

TEST_CASE("what elo can't use is refused in one sentence") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "empty.pgn") << "\n";
  for (const auto& [words, sentence] : std::vector<std::pair<Words, std::string>>{
           {{}, "elo takes either counts"},
           {{"1,2,3", "--csv", "a.csv"}, "elo takes either counts"},
           {{"1,2"}, "has 2 numbers"},
           {{"1,x,3"}, "'x' in 1,x,3 is no count"},
           {{"-1,2,3"}, "-1"},
           {{"0,0,0"}, "counts no result"},
           {{"1,2,3", "--model", "odd"}, "--model odd: it takes normalised | logistic | bayesian"},
           {{"1,2,3,4,5", "--sprt", "0,2", "--model", "bayesian"}, "--model bayesian takes wins, draws and losses"},
           {{"1,2,3", "--sprt", "2,0", "--model", "logistic"}, "two numbers of logistic Elo"},
           {{"1,2,3", "--alpha", "0.1"}, "--alpha goes with --sprt alone"},
           {{"1,2,3", "--prior", "1"}, "--prior is for the ratings"},
           {{"--csv", "none.csv"}, "none.csv can't be opened: No such file or directory"},
           {{"--pgn", "empty.pgn"}, "empty.pgn has no result"},
           {{"--pgn", "empty.pgn", "--sprt", "0,5"}, "--sprt takes counts of two players"}}) {
    check_refusal(elo(words, folder.path()), usage, {sentence});
  }
}
