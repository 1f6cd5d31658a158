#include "assistant/session/ties.hpp"

#include <algorithm>

#include "models/io/bases_io.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {

using io::Json;

Result<std::optional<TieLine>> tie_in_command(const Json& command) {
  const std::string what = command.value("do", Json()).is_string() ? command["do"].get<std::string>() : std::string();
  if (what != "tie" && what != "untie") return std::optional<TieLine>();
  const Json by = command.value("by", Json()), base = command.value("base", Json());
  if (!by.is_string()) return InputError{"command: /by: expected \"A\", \"B\", \"both\" or \"umpire\""};
  TieLine line;
  line.by = by.get<std::string>();
  if (what == "untie") {
    if (!base.is_string()) return InputError{"command: /base: expected the name of a base"};
    line.untied = base.get<std::string>();
    return std::optional(line);
  }
  const auto read = io::bases_from_json(Json{{"bases", Json::array({base})}}, "command");
  if (!read) return read.error();
  line.tied = io::json_of(*read).at("bases").front().dump();
  return std::optional(line);
}

std::string tie_command(const BaseSpec& base) {
  return Json{{"by", "both"}, {"do", "tie"}, {"base", io::json_of(std::vector{base}).at("bases").front()}}.dump();
}

std::string untie_command(const BaseId& base) { return Json{{"by", "both"}, {"do", "untie"}, {"base", base.text}}.dump(); }

Result<std::vector<BaseSpec>> with_ties(std::vector<BaseSpec> bases, const std::vector<TieLine>& ties, const std::string& name) {
  for (const TieLine& tie : ties) {
    std::string base = tie.untied;
    std::optional<BaseSpec> spec;
    if (!tie.tied.empty()) {
      const auto read = io::bases_from_json(Json{{"bases", Json::array({io::parsed(tie.tied)})}}, name);
      if (!read) return read.error();
      spec = read->front();
      base = spec->base.text;
    }
    if (spec)  // it leaves the base that carried it
      std::erase_if(bases, [&](const BaseSpec& other) {
        return other.base.text != base && other.mount.family == spec->mount.family && other.mount.marker == spec->mount.marker;
      });
    const auto at = std::find_if(bases.begin(), bases.end(), [&](const BaseSpec& other) { return other.base.text == base; });
    if (spec && at != bases.end()) {
      *at = *spec;
    } else if (spec) {
      bases.push_back(*spec);
    } else if (at != bases.end()) {
      bases.erase(at);
    }
  }
  return bases;
}

}  // namespace polemarch::assistant
