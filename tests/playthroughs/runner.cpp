#include "tests/playthroughs/runner.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "assistant/session/answers.hpp"
#include "assistant/session/files.hpp"

namespace polemarch::playthroughs {

std::vector<std::string> all(const std::string& folder) {
  constexpr std::string_view kEnding = ".battle.json";
  std::vector<std::string> stems;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (path.ends_with(kEnding)) stems.push_back(path.substr(0, path.size() - kEnding.size()));
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

std::string play(const std::string& stem) {
  auto session = assistant::Session::open(stem + ".battle.json");
  if (!session) return session.error().line + "\n";
  const auto commands = assistant::read_text_file(stem + ".commands.jsonl");
  if (!commands) return commands.error().line + "\n";
  std::istringstream in(*commands);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    out += "> " + line + "\n";
    const auto reply = assistant::reply_to(**session, line, "typed", 0);
    if (!reply) return out + reply.error().line + "\n";
    for (const std::string& plain : reply->plain) out += plain + "\n";
  }
  for (const std::string& line : (*session)->battle().describe(Viewer::Both)) out += "= " + line + "\n";
  return out;
}

}  // namespace polemarch::playthroughs
