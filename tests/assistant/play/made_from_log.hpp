#pragma once
/// Everything that the program makes of a log for others: told, as JSON, judged again, reports, exports and pictures of every kind, a line
/// each. Two logs that differ only in what is hidden give the same lines.

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/assistant/cli/run_cli.hpp"

namespace polemarch::test {

/// Cairo numbers the pieces of every picture it has drawn since the program began.
inline std::string without_counts(const std::string& html) {
  static const std::regex kCounted("(surface|clip|glyph|mask|image|source|linear|radial)-?[0-9]+(-[0-9]+)?");
  // The log's own name, and its chain, which covers the ciphertext, differ from log to log.
  static const std::regex kOfTheLog(R"(Made from the log \w+\.battle|chain [0-9a-f]{12})");
  return std::regex_replace(std::regex_replace(html, kOfTheLog, ""), kCounted, "$1");
}

/// What differs from log to log whatever was played: hashes, when it was begun, the name of a file in a folder of its own.
inline std::string without_marks(const std::string& text) {
  static const std::regex kMarks(R"([0-9a-f]{12,64}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z|\d{4}-\d{2}-\d{2})");
  return std::regex_replace(text, kMarks, "");
}

/// Everything that the program makes of a log, for anybody: told, as JSON, judged again, reports, exports and pictures of every kind.
inline std::vector<std::string> made_from(const std::filesystem::path& folder, bool films) {
  const std::string log = (folder / "game.battle").string();
  std::vector<std::string> out;
  const auto say = [&](std::vector<std::string> words) {
    const Run done = run(std::move(words));
    std::string said = done.out + done.err;
    for (std::size_t at = 0; (at = said.find(folder.string(), at)) != std::string::npos;) said.erase(at, folder.string().size());
    out.push_back(std::to_string(done.code) + " " + without_counts(without_marks(said)));
  };
  say({"replay", log});
  say({"replay", log, "--json"});
  say({"replay", log, "--verify"});
  say({"battles", folder.string(), "--json"});
  std::vector<std::string> endings{"html", "md", "txt", "csv", "svg", "mcap", "png"};
  if (films) endings.insert(endings.end(), {"gif", "mp4"});
  for (const std::string& ending : endings) {
    const std::string file = (folder / ("told." + ending)).string();
    std::vector<std::string> words{"export", log, "--out", file};
    if (ending == "gif" || ending == "mp4") words.insert(words.end(), {"--width", "320", "--seconds", "0.1"});
    say(std::move(words));
    out.push_back(ending + " " + without_counts(without_marks(text_of_file(file))));
  }
  say({"report", log, "--out", (folder / "report.html").string()});
  out.push_back("report " + without_counts(without_marks(text_of_file((folder / "report.html").string()))));
  say({"replay", log, "--picture", (folder / "screen.png").string()});
  out.push_back("picture " + text_of_file((folder / "screen.png").string()));
  std::vector<std::filesystem::path> maps;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "told-pictures", none)) maps.push_back(entry.path());
  std::sort(maps.begin(), maps.end());
  for (const std::filesystem::path& map : maps) out.push_back(map.filename().string() + " " + without_counts(text_of_file(map.string())));
  return out;
}

}  // namespace polemarch::test
