#include "assistant/play/remembered.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "assistant/session/files.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant::play {

namespace {

io::Json kept_in(const std::string& path) {
  const auto text = path.empty() ? Result<std::string>(InputError{}) : read_text_file(path);
  auto read = text ? io::parse_message(*text, path) : Result<io::Json>(text.error());
  return read && read->is_object() ? std::move(*read) : io::Json::object();
}

}  // namespace

std::string choices_file() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/')
    return std::string(config) + "/polemarch/screen.json";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') return std::string(home) + "/.config/polemarch/screen.json";
  return {};
}

Choices read_choices(const std::string& path, const std::string& ruleset) {
  const io::Json kept = kept_in(path);
  Choices choices;
  if (const auto light = kept.find("light"); light != kept.end() && light->is_boolean()) choices.light = light->get<bool>();
  if (const auto scale = kept.find("type_scale"); scale != kept.end() && scale->is_number())
    choices.type_scale = std::clamp(scale->get<double>(), 0.8, 1.6);
  if (const auto touch = kept.find("touch"); touch != kept.end() && touch->is_boolean()) choices.touch = touch->get<bool>();
  const auto layers = kept.find("layers");
  if (layers == kept.end() || !layers->is_object()) return choices;
  const auto mine = layers->find(ruleset);
  if (mine == layers->end() || !mine->is_object()) return choices;
  for (const auto& [layer, on] : mine->items())
    if (on.is_boolean()) choices.layers[layer] = on.get<bool>();
  return choices;
}

void keep_choices(const std::string& path, const std::string& ruleset, const Choices& choices) {
  if (path.empty()) return;
  io::Json kept = kept_in(path);
  kept["light"] = choices.light;
  kept["type_scale"] = choices.type_scale;
  kept["touch"] = choices.touch;
  if (!kept["layers"].is_object()) kept["layers"] = io::Json::object();
  kept["layers"][ruleset] = choices.layers;
  std::error_code made;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), made);
  if (!made) (void)write_text_file(path, kept.dump(1) + "\n");
}

}  // namespace polemarch::assistant::play
