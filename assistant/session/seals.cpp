#include "assistant/session/seals.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "assistant/session/files.hpp"
#include "assistant/session/hash.hpp"
#include "engine/core/json_types.hpp"

namespace polemarch::assistant {

using engine::Json;

Result<Seals> Seals::open(const std::string& path) {
  Seals seals;
  seals.path_ = path;
  if (!std::filesystem::exists(path)) return seals;
  const auto text = read_text_file(path);
  if (!text) return text.error();
  std::size_t at = 0, number = 0;
  while (at < text->size()) {
    auto end = text->find('\n', at);
    if (end == std::string::npos) break;  // a torn tail holds nothing that was acknowledged
    ++number;
    const Json j = Json::parse(text->substr(at, end - at), nullptr, false);
    if (!j.is_object() || !j.contains("id") || !j.contains("salt") || !j.contains("seal") || !j.contains("value"))
      return InputError{path + ": line " + std::to_string(number) + ": damaged; expected id, salt, seal and value"};
    seals.salt_of_id_[j["id"].get<std::string>()] = j["salt"].get<std::string>();
    seals.value_of_seal_[j["seal"].get<std::string>()] = j["value"].get<std::string>();
    at = end + 1;
  }
  return seals;
}

std::string Seals::seal(const std::string& id, const std::string& value_text) {
  auto salt = salt_of_id_.find(id);
  if (salt == salt_of_id_.end()) salt = salt_of_id_.emplace(id, random_hex(16)).first;
  std::string seal = hash_hex(salt->second + id + "\n" + value_text);
  if (!value_of_seal_.contains(seal)) {
    value_of_seal_[seal] = value_text;
    if (!path_.empty()) {
      std::ofstream out(path_, std::ios::binary | std::ios::app);
      out << Json{{"id", id}, {"salt", salt->second}, {"seal", seal}, {"value", value_text}}.dump() << "\n" << std::flush;
      if (!out) throw std::runtime_error(path_ + ": cannot be written: " + std::strerror(errno));
      ::chmod(path_.c_str(), 0600);
    }
  }
  return seal;
}

std::optional<std::string> Seals::value_behind(const std::string& seal) const {
  const auto at = value_of_seal_.find(seal);
  return at == value_of_seal_.end() ? std::nullopt : std::optional(at->second);
}

namespace {

Json put_back(Json j, const Seals& seals, bool& missing) {
  if (j.is_object() && j.contains("secret") && j.contains("value") && j["value"].is_object() && j["value"].contains("seal")) {
    const auto value = seals.value_behind(j["value"]["seal"].get<std::string>());
    if (value) {
      j["value"] = Json::parse(*value);
    } else {
      j.erase("value");
      missing = true;
    }
    return j;
  }
  if (j.is_structured())
    for (auto& inner : j) inner = put_back(std::move(inner), seals, missing);
  return j;
}

}  // namespace

std::string Seals::unsealed(const std::string& json_text, bool& missing) const {
  return engine::canonical(put_back(Json::parse(json_text), *this, missing));
}

std::string Seals::sealed(const std::string& json_text) {
  return engine::canonical(
      engine::seal_secrets(Json::parse(json_text), [this](const std::string& id, const std::string& value) { return seal(id, value); }));
}

}  // namespace polemarch::assistant
