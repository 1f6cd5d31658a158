#include "assistant/session/dealer.hpp"

#include <set>

#include "engine/core/json_types.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

/// A save: an older log names it in words alone.
bool is_save(const Json& thrown) {
  return thrown.value("aim", "") == "save" || (!thrown.contains("aim") && thrown.value("purpose", "") == "to save");
}

/// Whose hits the unit did not all save, of the throws a line tells.
void add_hitters(const Json& told, const UnitId& lost, std::set<std::string>& hitters) {
  for (const Json& thrown : told.value("throws", Json::array())) {
    const std::string at = thrown.value("at", "");
    const bool hit = thrown.value("thrower", "") == lost.text && is_save(thrown) && !at.empty() &&
                     thrown.value("good", 0) < static_cast<int>(thrown.value("values", Json::array()).size());
    if (hit) hitters.insert(at);
  }
}

}  // namespace

UnitId dealer_of(std::string_view log_text, const LogLine& now, const UnitId& lost) {
  std::set<std::string> hitters;
  std::set<std::int64_t> undone;
  for (std::size_t end = log_text.size(); end > 1;) {  // line by line from the last
    const std::size_t newline = log_text.rfind('\n', end - 2), begin = newline == std::string_view::npos ? 0 : newline + 1;
    const Json line = io::parsed_or_discarded(log_text.substr(begin, end - begin));
    end = begin;
    if (!line.is_object() || !line.contains("seq")) continue;
    if (line.value("turn", 0) != now.turn.value_or(0) || line.value("side", "") != now.side || line.value("phase", "") != now.phase) break;
    const Json told = line.value("told", Json::object());
    for (const Json& one : told.value("undone", Json::array())) undone.insert(one.value("seq", std::int64_t{0}));
    if (!undone.contains(line.value("seq", std::int64_t{0}))) add_hitters(told, lost, hitters);
  }
  return hitters.size() == 1 ? UnitId{*hitters.begin()} : UnitId{};
}

}  // namespace polemarch::assistant
