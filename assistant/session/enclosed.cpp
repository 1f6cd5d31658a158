#include "assistant/session/enclosed.hpp"

#include <cctype>
#include <filesystem>
#include <optional>

#include "assistant/session/files.hpp"
#include "models/io/json.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant {
namespace {

constexpr int kMostFiles = 32;

/// What is wrong with a file that a battle names; empty where nothing is. The battle may be a stranger's, and what it encloses goes into
/// the log, which others read: so it encloses tables that lie beside it, and neither the reader's letters nor the keys of another battle.
std::string no_file_of_a_battle(const std::string& name, const std::filesystem::path& folder) {
  const std::filesystem::path named(name);
  std::string ending = named.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (on_a_line(name) != name || (ending != ".csv" && ending != ".json")) return "a battle encloses files ending in .csv or .json";
  std::error_code wrong;
  const auto home = std::filesystem::weakly_canonical(folder.empty() ? "." : folder, wrong);
  const auto place = wrong ? std::filesystem::path() : std::filesystem::weakly_canonical(folder / named, wrong);
  const auto within = wrong ? std::filesystem::path() : place.lexically_relative(home);
  const bool inside = !within.empty() && *within.begin() != "..";
  return inside ? "" : "lies outside the folder of the battle; put it beside it";
}

/// Fills in one value and what lies below it; the error of the first file that cannot be read.
std::optional<InputError> fill_in(io::Json& value, const std::filesystem::path& folder, int& found) {
  if (value.is_object() && value.size() == 1 && value.contains("file") && value["file"].is_string()) {
    const auto name = value["file"].get<std::string>();
    if (const std::string wrong = no_file_of_a_battle(name, folder); !wrong.empty()) return InputError{name + ": " + wrong};
    if (++found > kMostFiles) return InputError{name + ": a battle encloses " + std::to_string(kMostFiles) + " files at most"};
    auto text = read_text_file((folder / name).string());
    if (!text) return text.error();
    value["text"] = std::move(*text);
    return std::nullopt;
  }
  if (!value.is_structured()) return std::nullopt;
  for (auto& below : value)
    if (auto error = fill_in(below, folder, found)) return error;
  return std::nullopt;
}

}  // namespace

Result<std::string> with_enclosed_files(const std::string& battle_text, const std::string& battle_path) {
  auto parsed = io::parse_json(battle_text, battle_path);
  if (!parsed) return battle_text;  // whoever reads it will say what is wrong
  int found = 0;
  if (auto error = fill_in(*parsed, std::filesystem::path(battle_path).parent_path(), found))
    return InputError{battle_path + ": names a file: " + error->line};
  return found == 0 ? battle_text : parsed->dump();
}

}  // namespace polemarch::assistant
