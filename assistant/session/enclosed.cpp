#include "assistant/session/enclosed.hpp"

#include <filesystem>
#include <optional>

#include "assistant/session/files.hpp"
#include "models/io/json.hpp"

namespace polemarch::assistant {
namespace {

/// Fills in one value and what lies below it; the error of the first file that cannot be read.
std::optional<InputError> fill_in(io::Json& value, const std::filesystem::path& folder, int& found) {
  if (value.is_object() && value.size() == 1 && value.contains("file") && value["file"].is_string()) {
    auto text = read_text_file((folder / value["file"].get<std::string>()).string());
    if (!text) return text.error();
    value["text"] = std::move(*text);
    ++found;
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
  if (auto error = fill_in(*parsed, std::filesystem::path(battle_path).parent_path(), found)) return std::move(*error);
  return found == 0 ? battle_text : parsed->dump();
}

}  // namespace polemarch::assistant
