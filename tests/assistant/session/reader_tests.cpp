/// An independent reader (Python, its own library only) checks the logs by FORMAT.md alone.
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <sstream>

#include "tests/assistant/session/log_support.hpp"

namespace reader_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::test;
namespace fs = std::filesystem;

namespace {

struct Said {
  int code = 0;
  std::string text;
};

Said read_by_python(const std::string& log) {
  std::FILE* out = ::popen(("python3 '" + source_dir() + "/tests/tools/check_log.py' '" + log + "' --list 2>&1").c_str(), "r");
  REQUIRE(out != nullptr);
  Said said;
  std::array<char, 4096> block{};
  for (std::size_t n = 0; (n = std::fread(block.data(), 1, block.size(), out)) > 0;) said.text.append(block.data(), n);
  const int status = ::pclose(out);
  said.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return said;
}

bool no_python() {
  if (::system("python3 -c 'import hashlib; hashlib.blake2b' >/dev/null 2>&1") == 0) return false;
  WARN("SKIPPED: there is no python3 here");
  return true;
}

}  // namespace

TEST_CASE("a reader written from FORMAT.md checks the chain and opens every seal", "[session][format]") {
  if (no_python()) return;
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  play_marathon(log);
  const Said whole = read_by_python(log);
  INFO(whole.text);
  CHECK(whole.code == 0);
  CHECK(whole.text.find("10 commands, ") != std::string::npos);
  CHECK(whole.text.find(", 0 closed") != std::string::npos);
  CHECK(whole.text.find("seq 7/command for A: {\"by\":\"A\",\"cards\":[40,17,48,23],\"do\":\"answer\"}") != std::string::npos);
  CHECK(whole.text.find("seq 1/verdict/reasons for A: ") != std::string::npos);
  CHECK(whole.text.find("seq 2/events/0 for A: {\"event\":\"ranks_adjusted\"") != std::string::npos);
  // With the keys in the log the file is not needed.
  {
    auto session = Session::open(log);
    REQUIRE((*session)->submit(R"({"by":"both","do":"open_keys"})", "typed", 60)->verdict.allowed());
  }
  fs::remove(folder / "game.keys");
  const Said opened = read_by_python(log);
  INFO(opened.text);
  CHECK(opened.code == 0);
  CHECK(opened.text.find(", 0 closed") != std::string::npos);
  // A changed byte is found.
  std::string text = bytes_of(log);
  text[text.find("\"seq\":5") + 6] = '6';
  put_bytes(log, text);
  CHECK(read_by_python(log).code == 1);
}

TEST_CASE("the other reader says in one line what is wrong with a log, whatever it is", "[session][format]") {
  if (no_python()) return;
  const LogFolder folder;
  const std::string log = folder / "game.battle", keys = folder / "game.keys";
  play_marathon(log);
  const std::string whole = bytes_of(log), key_text = bytes_of(keys);
  const auto one_line = [&](const std::string& what) {
    const Said said = read_by_python(log);
    INFO(what << ": " << said.text);
    CHECK(said.code == 1);
    CHECK(said.text.find("Traceback") == std::string::npos);
    CHECK(said.text.starts_with(log + ": "));
  };
  std::string sealed = whole;  // a byte that base64 does not know, in a seal; the chain is made again
  sealed.insert(sealed.find("\"sealed\":\"") + 10, "!!");
  std::string again, chain;
  std::istringstream in(sealed);
  for (std::string line; std::getline(in, line);) again += chained(line.substr(0, line.rfind(",\"chain\"")) + "}", chain, chain) + "\n";
  for (const std::string& text : {std::string(), whole.substr(0, 50), std::string("[]\n"), std::string("\xff\xfe\n"), again}) {
    put_bytes(log, text);
    one_line(text.substr(0, 40));
  }
  put_bytes(log, whole);
  for (const std::string text : {"[]", "7", "x", R"({"A":7,"B":7,"umpire":7})", R"({"A":"00"})"}) {
    put_bytes(keys, text);
    one_line(text);
  }
}

TEST_CASE("the sample logs of both formats are sound to the other reader", "[session][format]") {
  if (no_python()) return;
  for (const auto& entry : fs::directory_iterator(source_dir() + "/tests/assistant/session/old_logs")) {
    if (entry.path().extension() != ".battle") continue;
    const Said said = read_by_python(entry.path().string());
    INFO(entry.path() << ": " << said.text);
    CHECK(said.code == 0);
    CHECK(said.text.find(", 0 closed") != std::string::npos);
  }
}

}  // namespace reader_tests
