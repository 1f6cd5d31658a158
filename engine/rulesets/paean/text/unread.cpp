/// Which fields of a set-up nobody reads: the lists of what is read, place by place (setup.cpp and text.cpp read them).
#include "engine/rulesets/paean/unread.hpp"

#include "engine/core/unread_fields.hpp"
#include "engine/rulesets/paean/text/json.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::paean {
namespace {

using engine::Json;
using engine::KnownFields;

std::vector<KnownFields> known_fields() {
  std::vector<KnownFields> known = engine::common_fields();
  std::vector<std::string> options;
  const Json written = Options{};
  for (const auto& [option, value] : written.items()) options.push_back(option);
  known.push_back({"", {"scale", "first", "state"}});
  known.push_back({"/options", std::move(options)});
  known.push_back({"/sides/*", {"v", "ruleset", "army", "player", "sample", "units"}});
  known.push_back({"/sides/*/units/*", {"unit",  "name",    "arm",        "type",        "ranks",  "bases",     "files",          "at",
                                        "poses", "weapons", "experience", "experiences", "expert", "commander", "army_commander", "cv",
                                        "hv",    "value",   "ability",    "with",        "k",      "marker",    "markers"}});
  known.push_back({"/sides/*/units/*/at", {"x_mm", "y_mm", "heading_deg"}});
  return known;
}

std::vector<std::string> lost_of_state(Json setup, std::string_view name) {
  const Json given = setup.at("state");
  setup.erase("state");
  auto before = Rules::initial(setup.dump(), name);
  if (!before) return {};
  engine::set_over(given, *before);
  return engine::unread_state(given, Json(*before), name);
}

}  // namespace

std::vector<std::string> unread(std::string_view setup_json, std::string_view name) {
  return engine::lines_or_none([&] {
    const Json setup = io::parsed(setup_json);
    std::vector<std::string> lines = engine::unread_fields(setup, name, known_fields());
    if (setup.contains("state"))
      for (std::string& line : lost_of_state(setup, name)) lines.push_back(std::move(line));
    return lines;
  });
}

}  // namespace polemarch::paean
