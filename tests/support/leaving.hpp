#pragma once
/// Everything that leaves a battle for one viewer, a line each: two battles that differ only in what he may not know give the same lines.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/battle.hpp"
#include "engine/core/json_types.hpp"

namespace polemarch::test {

inline void leaves_of_unit(const engine::Battle& battle, const UnitId& unit, Viewer viewer, std::vector<std::string>& out) {
  for (const engine::Figure& figure : battle.figures(unit, viewer)) out.push_back("figure " + unit.text + figure.value + figure.label);
  const engine::Advice advice = battle.advise({unit, std::nullopt}, viewer);
  for (const engine::AdviceLine& line : advice.lines) out.push_back("advice " + unit.text + engine::reason_json(line.reason).dump());
  for (const engine::AdviceShape& shape : advice.shapes) out.push_back("shape " + unit.text + shape.label + shape.rule + shape.about);
}

/// The offers of this viewer, and what he is told when he says them. `judged`: those that are refused as offered are asked again in full.
inline void leaves_of_offers(const engine::Battle& battle, const engine::About& about, Viewer viewer, std::vector<std::string>& out) {
  for (const engine::OfferText& offer : battle.offers(viewer, about)) {
    out.push_back("offer " + offer.command + offer.text + engine::verdict_json(offer.verdict).dump());
    if (viewer == Viewer::Both || !offer.whole) continue;  // a pattern holds placeholders, nothing a player would say
    engine::Json said = engine::Json::parse(offer.command);
    said["by"] = name_of(viewer);
    if (const auto judged = battle.judge(said.dump())) out.push_back("verdict " + said.dump() + engine::verdict_json(*judged).dump());
  }
}

/// What a viewer is told when he answers the question that is open for him, with any card and any option there is.
inline void leaves_of_answers(const engine::Battle& battle, Viewer viewer, std::vector<std::string>& out) {
  for (const engine::Wait& wait : battle.waits(viewer)) {
    if (wait.who != viewer) continue;
    engine::Json said{{"by", name_of(viewer)}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}};
    const auto told = [&] {
      if (const auto judged = battle.judge(said.dump())) out.push_back("answer " + said.dump() + engine::verdict_json(*judged).dump());
    };
    for (int value = wait.chance ? wait.chance->lowest : 1; wait.chance && value <= wait.chance->highest; ++value) {
      said["values"] = std::vector<int>(static_cast<std::size_t>(wait.chance->count), value);
      if (wait.chance->source != "dice")  // one of each kind: cards differ
        for (int i = 1; i < wait.chance->count; ++i) said["values"][static_cast<std::size_t>(i)] = 0;
      told();
    }
    said.erase("values");
    for (const engine::Option& option : wait.options) {
      said["choice"] = option.key;
      told();
    }
  }
}

/// `every`: only every so manyth unit is asked about.
inline std::vector<std::string> leaves_for(const engine::Battle& battle, Viewer viewer, std::size_t every = 1) {
  std::vector<std::string> out{"state " + battle.state_text(viewer)};
  for (const engine::Wait& wait : battle.waits(viewer)) out.push_back("wait " + engine::wait_json(wait).dump());
  for (const engine::Window& window : battle.windows(viewer)) out.push_back("window " + engine::window_json(window).dump());
  for (const engine::OwedPlacement& owed : battle.owed()) out.push_back("owed " + engine::owed_json(owed).dump());
  for (const std::string& line : battle.describe(viewer)) out.push_back("describe " + line);
  const engine::Now now = battle.now();
  out.push_back("now " + now.phase + now.todo);
  for (const engine::Counter& counter : battle.counters()) out.push_back("counter " + counter.name + std::to_string(counter.value));
  std::string last;
  std::size_t unit = 0;
  for (const engine::Place& place : battle.places()) {
    const auto& at = place.pose;
    out.push_back("place " + place.base.text + (place.on_table ? " on " : " off ") + std::to_string(at.x.um) + " " +
                  std::to_string(at.y.um));
    if (place.unit.text == last) continue;
    last = place.unit.text;
    if (unit++ % every != 0) continue;
    leaves_of_unit(battle, place.unit, viewer, out);
    leaves_of_offers(battle, place.unit, viewer, out);
  }
  leaves_of_offers(battle, engine::AboutAll{}, viewer, out);
  leaves_of_offers(battle, engine::AboutNothing{}, viewer, out);
  for (const engine::Wait& wait : battle.waits(Viewer::Umpire)) leaves_of_offers(battle, wait.id, viewer, out);
  leaves_of_answers(battle, viewer, out);
  return out;
}

/// The first line that differs, told; empty when all are the same.
inline std::string first_difference(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    const std::string a = i < one.size() ? one[i] : "(nothing)", b = i < other.size() ? other[i] : "(nothing)";
    if (a == b) continue;
    std::size_t same = 0;
    while (same < a.size() && same < b.size() && a[same] == b[same]) ++same;
    const std::size_t from = same > 60 ? same - 60 : 0;
    return "line " + std::to_string(i) + ": " + a.substr(0, 60) + " ... " + a.substr(from, 300) + "\n   and: " + b.substr(from, 300);
  }
  return {};
}

}  // namespace polemarch::test
