#include "assistant/session/old_seals.hpp"

#include <filesystem>

#include "assistant/session/files.hpp"
#include "assistant/session/hash.hpp"
#include "assistant/session/keys.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant {

using io::Json;

Result<std::shared_ptr<const OldSeals>> OldSeals::beside(const std::string& log_path) {
  auto seals = std::make_shared<OldSeals>();
  const std::string path = std::filesystem::path(log_behind_link(log_path)).replace_extension(".secrets").string();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::shared_ptr<const OldSeals>(seals);
  const auto text = read_text_file(path);
  if (!text) return text.error();
  std::size_t number = 0;
  for (std::size_t at = 0, end = 0; (end = text->find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string place = path + ": line " + std::to_string(++number);
    const auto j = io::parse_message(std::string_view(*text).substr(at, end - at), place);
    if (!j) return j.error();
    for (const char* name : {"id", "salt", "seal", "value"})
      if (!j->is_object() || !j->value(name, Json()).is_string())
        return InputError{place + ": damaged; expected id, salt, seal and value as texts"};
    const std::string value = j->at("value").get<std::string>();
    if (const auto sound = io::parse_json(value, place + ": /value"); !sound) return sound.error();
    seals->salt_of_id_[j->at("id").get<std::string>()] = j->at("salt").get<std::string>();
    seals->value_of_seal_[j->at("seal").get<std::string>()] = value;
  }
  return std::shared_ptr<const OldSeals>(seals);
}

std::optional<std::string> OldSeals::value_behind(const std::string& seal) const {
  const auto at = value_of_seal_.find(seal);
  return at == value_of_seal_.end() ? std::nullopt : std::optional(at->second);
}

std::optional<std::string> OldSeals::seal_of(const std::string& id, const std::string& value_text) const {
  const auto salt = salt_of_id_.find(id);
  if (salt == salt_of_id_.end()) return std::nullopt;
  return hash_hex(salt->second + id + "\n" + value_text);
}

}  // namespace polemarch::assistant
