// README.md gives one example of each command and each event, and each can be read as it stands there.
#include <fstream>
#include <sstream>

#include "engine/rulesets/to_the_strongest/text/json.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace readme_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(polemarch::test::source_dir() + "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The JSON objects in the text that begin with `{"<first>":` (commands may begin with "by").
std::vector<engine::Json> objects(const std::string& text, const std::string& key) {
  std::vector<engine::Json> found;
  for (std::size_t at = text.find("{\""); at != std::string::npos; at = text.find("{\"", at + 1)) {
    int depth = 0;
    std::size_t end = at;
    do {
      depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
      ++end;
    } while (depth > 0 && end < text.size());
    engine::Json j = engine::Json::parse(text.substr(at, end - at), nullptr, false);
    if (j.is_object() && j.contains(key)) found.push_back(std::move(j));
  }
  return found;
}

template <class Variant, std::size_t I = 0>
void each_name(const std::vector<engine::Json>& examples, const char* key) {
  if constexpr (I < std::variant_size_v<Variant>) {
    const std::string name = std::variant_alternative_t<I, Variant>::kName;
    bool shown = false;
    for (const engine::Json& j : examples) shown = shown || j.at(key) == name;
    INFO("no example of " << key << " " << name);
    CHECK(shown);
    each_name<Variant, I + 1>(examples, key);
  }
}

}  // namespace

TEST_CASE("the README shows every command and every event as they are read", "[tts][readme]") {
  const std::string text = text_of("engine/rulesets/to_the_strongest/README.md");
  const auto commands = objects(text, "do"), events = objects(text, "event");
  each_name<CommandList>(commands, "do");
  each_name<EventList>(events, "event");
  for (const engine::Json& j : commands) {
    INFO(j.dump());
    CHECK_NOTHROW(engine::variant_from_json<Command>(j, "do"));
  }
  for (const engine::Json& j : events) {
    INFO(j.dump());
    Event event;
    CHECK_NOTHROW(event = engine::variant_from_json<Event>(j, "event"));
    CHECK(engine::variant_to_json(event, "event").at("event") == j.at("event"));
  }
}

TEST_CASE("every field of the setup schema is one the reader knows", "[tts][readme]") {
  const auto schema = engine::Json::parse(text_of("models/data/schemas/to_the_strongest_battle.schema.json"));
  const auto complaint = [](const std::string& unit_more, const std::string& side_more, const std::string& more) {
    const std::string text = R"({"v":1,"ruleset":"to_the_strongest","sides":{"A":{)" + side_more +
                             R"("units":[{"unit":"A1","type":"spearmen","box":"c3")" + unit_more +
                             R"(}]},"B":{"units":[{"unit":"B1","type":"spearmen","box":"c6"}]}})" + more + "}";
    const auto state = Rules::initial(text, "setup");
    return state ? std::string() : state.error().line;
  };
  CHECK(complaint("", "", "").empty());
  CHECK(complaint(R"(,"colour":1)", "", "").find("/sides/A/units/0/colour") != std::string::npos);
  CHECK(complaint(R"(,"disorder":7)", "", "").find("disorder") != std::string::npos);
  CHECK(complaint(R"(,"facing":"up")", "", "").find("/sides/A/units/0/facing") != std::string::npos);
  // In ambush from the start would be told to everybody, and no note would bring it out (TTS-STR-24).
  CHECK(complaint(R"(,"where":"hidden")", "", "").find("/sides/A/units/0/where") != std::string::npos);
  // A field of the wrong kind is refused by the schema; what the reader does not know it would call no field.
  const std::string bad = R"(":{"no":"such"})";
  for (const auto& [name, rule] : schema["definitions"]["unit"]["properties"].items()) {
    const std::string line = name == "unit" || name == "type" || name == "box" ? "schema" : complaint(",\"" + name + bad, "", "");
    INFO(name << ": " << line);
    CHECK_FALSE(line.empty());
    CHECK(line.find("is not a field") == std::string::npos);
  }
  for (const auto& [name, rule] : schema["definitions"]["side"]["properties"].items()) {
    const std::string line = name == "units" ? "schema" : complaint("", "\"" + name + bad + ",", "");
    INFO(name << ": " << line);
    CHECK_FALSE(line.empty());
    CHECK(line.find("is not a field") == std::string::npos);
  }
}

}  // namespace readme_tests
