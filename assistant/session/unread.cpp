#include "assistant/session/unread.hpp"

#include "assistant/session/battle_log.hpp"
#include "assistant/session/enclosed.hpp"
#include "assistant/session/files.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json.hpp"

namespace polemarch::assistant {

std::vector<std::string> unread_warnings(const std::string& setup_json, const std::string& name) {
  const auto setup = io::parse_json(setup_json, name);
  if (!setup || !setup->is_object() || !setup->contains("ruleset") || !setup->at("ruleset").is_string()) return {};
  const auto room = engine::find_ruleset(setup->at("ruleset").get<std::string>());
  if (!room || (*room)->unread == nullptr) return {};
  std::vector<std::string> lines = (*room)->unread(setup_json, name);
  for (std::string& line : lines) line = "WARNING: " + line;
  return lines;
}

std::vector<std::string> unread_warnings(const std::string& battle_path) {
  const auto text = read_text_file(battle_path);
  if (!text || looks_like_log(*text)) return {};
  const auto whole = with_enclosed_files(*text, battle_path);
  return whole ? unread_warnings(*whole, battle_path) : std::vector<std::string>{};
}

}  // namespace polemarch::assistant
