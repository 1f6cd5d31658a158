/// adjudicate at a pipe: what becomes of it when nobody hears its answers.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/assistant/cli/run_cli.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace adjudicate_tests {

using namespace polemarch;
using namespace polemarch::test;

namespace {

/// A reader that went away.
struct Deaf : std::streambuf {
  int overflow(int) override { return traits_type::eof(); }
  std::streamsize xsputn(const char*, std::streamsize) override { return 0; }
};

}  // namespace

TEST_CASE("adjudicate ends when its answers can no longer be written, and takes no more commands", "[cli]") {
  const Folder dir("deaf");
  const std::string say = R"({"by":"both","do":"hold"})"
                          "\n"
                          R"({"by":"both","do":"release"})"
                          "\n",
                    log = dir.at("g.battle");
  const std::string commands = dir.with("c.jsonl", say + say + say);
  Deaf deaf;
  std::ostringstream err;
  auto* const out_was = std::cout.rdbuf(&deaf);
  auto* const err_was = std::cerr.rdbuf(err.rdbuf());
  std::vector<std::string> words{
      "polemarch", "adjudicate", source_dir() + "/models/data/battles/paean_sample.json", "--commands", commands, "--log", log, "--json"};
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  const int code = assistant::run_cli(static_cast<int>(argv.size()), argv.data());
  std::cout.rdbuf(out_was);
  std::cout.clear();
  std::cerr.rdbuf(err_was);
  CHECK(code == 2);
  CHECK(err.str().find("standard output cannot be written") != std::string::npos);
  const std::string written = bytes_of(log);
  CHECK(std::count(written.begin(), written.end(), '\n') == 2);  // the header and what was carried out when nobody heard
}

}  // namespace adjudicate_tests
