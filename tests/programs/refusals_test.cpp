// Files that can't be run are refused before a match, with what helps.
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

using namespace programs;

void refuses(const Stage& stage, const std::string& plugin, int code, const std::string& sentence) {
  const support::Result result = stage.host({"--game", "tonga", "--plugin", plugin});
  CAPTURE(plugin);
  CHECK(result.code == code);
  CHECK_MESSAGE(contains(result.err, sentence), result.err);
}

}  // namespace

TEST_CASE("a file that is not executable is refused, with the two ways out") {
  const Stage stage;
  std::filesystem::permissions(stage.path() / stage.write("bot.py", "#!/usr/bin/env python3\n"),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  refuses(stage, "./bot.py", 3,
          "./bot.py: is not a shared library, and not executable as a program: make it so with 'chmod +x ./bot.py', or "
          "write --plugin 'run:python3 ./bot.py'");
  refuses(stage, "bot.py", 3, "bot.py: is not a shared library, and not executable as a program");
}

TEST_CASE("a missing interpreter is named") {
  const Stage stage;
  refuses(
      stage, stage.write("a.py", "#!/usr/bin/nopython\n"), 3,
      "./a.py: its interpreter /usr/bin/nopython is not there, or not executable. To run it with another one, write "
      "--plugin 'run:python3 ./a.py'");
  refuses(stage, stage.write("b.py", "#!/usr/bin/env nopython\n"), 3,
          "its interpreter nopython is in no folder of PATH");
  refuses(stage, stage.write("c.py", "print('ready')\n"), 3, "its first line does not name an interpreter");
  refuses(stage, stage.write("d.py", "#!/usr/bin/env python3\r\n"), 3, "its first line ends with a carriage return");
  refuses(stage, "run:nosuchprogram bot", 3, "no program 'nosuchprogram' is in a folder of PATH");
  refuses(stage, "run:Rscript bot.R", 3,
          "no program 'Rscript' is in a folder of PATH: install it, on Debian with 'sudo apt-get install r-base-core'");
  refuses(stage, "run:./nosuchfile", 3, "./nosuchfile is not there, or not executable");
  refuses(stage, "run:", 2, "write a command after it");
  refuses(stage, "run:sh 'bot", 2, "a quote (') is not closed");
  refuses(stage, "./nosuch.py", 3, "no such file");
}

TEST_CASE("the host's own options for programs are checked") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  refuses(stage, bot + ",start=soon", 2, "start=soon: it takes the seconds that a program's start may take");
  refuses(stage, bot + ",start=0", 2, "start=0");
  refuses(stage, bot + ",read=/no/such/folder", 2, "read=/no/such/folder: there is no such file or folder");
}

TEST_CASE("tuning varies the options of a program that --plugin sets") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  const support::Result result =
      stage.host({"tune", "--game", "tonga", "--plugin", bot + ",depth=1", "--tune", "width=1:3"});
  CHECK(result.code == 2);
  CHECK_MESSAGE(
      contains(result.err,
               "--tune width: program bot, whose options are those that --plugin sets, has no option of this name"),
      result.err);
}
