// The Debian packages that cpack makes: what they say of themselves, and what they hold.
#include "tests/install/installed.hpp"
#include "tests/support/pattern.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>

namespace {

using install::has;
using install::output;
using install::Words;

/// One file of a package, as tar lists it.
struct Member {
  std::string permissions;
  std::string owner;
  std::string path;  // from /, and behind a link's where it leads: "/usr/bin/agon -> ../lib/agon/host"
};

class Package {
 public:
  explicit Package(std::filesystem::path file) : file_(std::move(file)) {}

  [[nodiscard]] std::string field(const std::string& name) const {
    std::string value = output({"dpkg-deb", "--field", file_, name});
    value.erase(value.find_last_not_of('\n') + 1);
    return value;
  }

  [[nodiscard]] std::vector<Member> members() const {
    std::vector<Member> all;
    const support::Pattern pattern(R"((\S+) (\S+) +\d+ \S+ \S+ \.(.*))");
    for (const std::string& line : support::lines_of(output({"dpkg-deb", "--contents", file_}))) {
      const std::vector<std::string> parts = pattern.match(line);
      REQUIRE(parts.size() == 4);
      all.push_back({parts[1], parts[2], parts[3]});
    }
    return all;
  }

  [[nodiscard]] bool holds(const std::string& path) const {
    const auto all = members();
    return std::any_of(all.begin(), all.end(), [&](const Member& member) { return member.path == path; });
  }

  void unpack(const std::filesystem::path& folder) const { output({"dpkg-deb", "--extract", file_, folder}); }

 private:
  std::filesystem::path file_;
};

/// All, made once.
struct Packages {
  Packages() {
    const auto configuration = std::filesystem::path(AGON_TEST_BUILD) / "CPackConfig.cmake";
    // By somebody who keeps files to themselves.
    output({"sh", "-c", "umask 077 && exec \"$0\" \"$@\"", AGON_TEST_CPACK, "--config", configuration, "-B",
            folder.path()});
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      const std::string name = entry.path().filename();
      if (name.starts_with("agon_")) play = Package(entry.path());
      if (name.starts_with("agon-dev_")) write = Package(entry.path());
      if (name.starts_with("python3-agon_")) python = Package(entry.path());
    }
  }
  support::TemporaryFolder folder;
  Package play{""};
  Package write{""};
  Package python{""};
};

const Packages& packages() {
  static const Packages made;
  return made;
}

}  // namespace

TEST_CASE("each package says what it is, and what it needs") {
  const Package& play = packages().play;
  const Package& write = packages().write;
  CHECK(play.field("Package") == "agon");
  CHECK(write.field("Package") == "agon-dev");
  CHECK(write.field("Architecture") == play.field("Architecture"));  // it has static libraries
  CHECK(play.field("Architecture") + "\n" == output({"dpkg", "--print-architecture"}));
  CHECK(play.field("Version").starts_with(AGON_TEST_VERSION "-"));
  for (const char* const library :
       {"libc6", "libseccomp2", "libsqlite3-0", "libstdc++6", "libelf1", "libmd0", "libedit2"})
    CHECK(has(play.field("Depends"), library));
  CHECK(has(play.field("Suggests"), "python3-optuna"));
  CHECK(write.field("Depends") == "agon (= " + play.field("Version") + ")");
  for (const char* const tool : {"cmake (>= 3.25)", "g++", "make"}) CHECK(has(write.field("Recommends"), tool));
  for (const Package* package : {&play, &write}) {
    CHECK(package->field("Description").starts_with("arena for game-playing programs\n Agon plays games"));
    CHECK(package->field("Maintainer").ends_with(">"));
    CHECK_FALSE(has(package->field("Maintainer"), "@localhost"));
  }
}

TEST_CASE("the package agon holds all that playing takes, and no program called host where programs are looked for") {
  const Package& play = packages().play;
  for (const char* const path :
       {"/usr/bin/agon -> ../lib/agon/host", "/usr/lib/agon/host", "/usr/lib/agon/agon-arena",
        "/usr/lib/agon/agon-worker", "/usr/lib/agon/agon-supervisor", "/usr/lib/agon/agon-tester.so",
        "/usr/lib/agon/tune.py", "/usr/lib/agon/plugins/tonga/tonga.so", "/usr/lib/agon/plugins/tonga/greedy.so",
        "/usr/share/agon/systems/slurm", "/usr/share/bash-completion/completions/agon", "/usr/share/doc/agon/copyright",
        "/usr/share/doc/agon/README.md", "/usr/share/doc/agon/docs/command-line.md",
        "/usr/share/doc/agon/docs/transcript.schema.json", "/usr/share/doc/agon/plugins/tonga/README.md"}) {
    CAPTURE(path);
    CHECK(play.holds(path));
  }
  CHECK(play.holds("/usr/share/man/man1/agon.1.gz") == static_cast<bool>(AGON_TEST_MANUAL));
  for (const Member& member : play.members()) {
    CHECK_FALSE(member.path == "/usr/bin/host");
    CHECK_FALSE(has(member.path, "/include/"));
    CHECK_FALSE(has(member.path, "templates"));
  }
}

TEST_CASE("the package agon-dev holds all that writing plugins takes, and no program") {
  const Package& write = packages().write;
  for (const char* const path :
       {"/usr/include/agon/plugin.h", "/usr/include/agon/topcoder/tonga.hpp", "/usr/include/tonga/tonga.hpp",
        "/usr/include/inc/solve.hpp", "/usr/lib/libagon_inc.a", "/usr/share/cmake/agon/agonConfig.cmake",
        "/usr/share/cmake/agon/AgonPlugin.cmake", "/usr/share/cmake/agon/plugin.map", "/usr/share/pkgconfig/agon.pc",
        "/usr/share/doc/agon-dev/copyright"}) {
    CAPTURE(path);
    CHECK(write.holds(path));
  }
  for (const Member& member : write.members()) {
    CHECK_FALSE(member.path.ends_with(".so"));
    CHECK_FALSE(has(member.path, "/bin/"));
  }
}

#if AGON_TEST_PYTHON
TEST_CASE("the package python3-agon holds the Python package, for the Python that it was made for") {
  const Package& python = packages().python;
  CHECK(python.field("Package") == "python3-agon");
  const std::string needs = python.field("Depends");
  for (const char* const other : {"python3 (>= 3.", "python3 (<< 3.", "python3-numpy", "libc6"})
    CHECK(has(needs, other));
  CHECK(has(needs, "agon (= " + packages().play.field("Version") + ")"));
  const std::string folder = "/usr/lib/python3/dist-packages/agon/";
  for (const char* const file : {"__init__.py", "_home.py", "games.py"}) CHECK(python.holds(folder + file));
  const auto all = python.members();
  CHECK(std::any_of(all.begin(), all.end(), [&](const Member& member) {
    return member.path.starts_with(folder + "_agon.cpython-") && member.path.ends_with(".so");
  }));
}

TEST_CASE("the Python package plays with the host that is installed with it") {
  const support::TemporaryFolder root;
  for (const Package* package : {&packages().play, &packages().python}) package->unpack(root.path());
  const support::Result result =
      install::run({"env", "PYTHONPATH=" + (root.path() / "usr/lib/python3/dist-packages").string(), "/usr/bin/python3",
                    "-B", "-c", "import agon; print(agon.play('tonga', 'greedy', 'random', n=6).outcomes)"});
  CHECK(result.out == "['ok', 'ok']\n");
  CHECK(result.err.empty());
}
#endif

TEST_CASE("what the packages install belongs to root, and anybody may read it and nobody else write it") {
  for (const Package* package : {&packages().play, &packages().write}) {
    for (const Member& member : package->members()) {
      CAPTURE(member.path);
      CHECK(member.owner == "root/root");
      const std::string folder = "/usr/lib/agon/";
      const std::set<std::string> programs = {"host", "agon-arena", "agon-worker", "agon-supervisor"};
      const bool program = member.path.starts_with("/usr/share/agon/systems/") ||
                           (member.path.starts_with(folder) && programs.contains(member.path.substr(folder.size())));
      const char kind = member.permissions.at(0);
      CHECK(member.permissions == (kind == 'd'   ? "drwxr-xr-x"
                                   : kind == 'l' ? "lrwxrwxrwx"
                                   : program     ? "-rwxr-xr-x"
                                                 : "-rw-r--r--"));
    }
  }
}

TEST_CASE("where a tool for making packages is missing, the message names the Debian packages") {
  const support::Result result =
      install::run({AGON_TEST_CMAKE, "-DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF",
                    "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF", "-P", AGON_TEST_SOURCES "/cmake/AgonMakePackages.cmake"});
  CHECK(result.code != 0);
  CHECK(has(result.err, "  sudo apt-get install dpkg-dev file"));
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("a project that the packaged program makes builds with the packages alone, and plays") {
    const support::TemporaryFolder folder;
    for (const Package* package : {&packages().play, &packages().write}) package->unpack(folder.path() / "root");
    const auto prefix = folder.path() / "root/usr";
    output({prefix / "bin/agon", "new", "strategy", "--game", "tonga", "mybot"}, folder.path());
    output({AGON_TEST_CMAKE, "-S", "mybot", "-B", "build", "-DCMAKE_PREFIX_PATH=" + prefix.string()}, folder.path());
    output({AGON_TEST_CMAKE, "--build", "build"}, folder.path());
    output({prefix / "bin/agon", "--game", "tonga", "--set", "n=6", "--plugin", "build/mybot.so", "--plugin", "greedy"},
           folder.path());
  }
}

TEST_SUITE("lintian" * doctest::skip()) {
  TEST_CASE("lintian finds no error in the packages") {
    if (install::run({"sh", "-c", "command -v lintian"}).code != 0) {
      std::cout << "skipped: there is no lintian (Debian: lintian)\n";
      return;
    }
    Words words = {"lintian", "--allow-root", "--fail-on", "error"};
    for (const auto& entry : std::filesystem::directory_iterator(packages().folder.path())) {
      if (entry.path().extension() == ".deb") words.push_back(entry.path());
    }
    REQUIRE(words.size() > 5);
    output(words);
  }
}
