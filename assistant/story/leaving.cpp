#include "assistant/story/leaving.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "assistant/story/stats.hpp"

namespace polemarch::assistant::story {

void tell_leaving(const Story& story, const std::vector<engine::Counter>& counters, const std::vector<std::int16_t>& counted,
                  const std::vector<Standing>& now, Moment& moment) {
  std::vector<std::uint32_t> gone;  // a base of each unit
  for (const Shift& shift : moment.shifts)
    if (shift.from.on_table && !shift.to.on_table) gone.push_back(shift.piece);
  if (gone.empty()) return;
  for (const Side side : {Side::A, Side::B}) {
    const auto after = std::find_if(counters.begin(), counters.end(), [&](const engine::Counter& one) { return one.side == side; });
    const std::size_t at = story.main_index(side);
    if (after == counters.end() || at >= counted.size()) continue;
    if (after->counts_down ? after->value >= counted[at] : after->value <= counted[at]) continue;
    for (const std::uint32_t piece : gone) {
      const UnitId& unit = story.pieces[piece].unit;
      const Member* member = story.member(unit);
      const auto told = [&](const engine::Lost& lost) { return lost.unit == unit; };
      if (member == nullptr || !member->fights || member->side != side || story.stands(unit, now)) continue;
      if (std::any_of(moment.losses.begin(), moment.losses.end(), told)) continue;
      moment.losses.push_back({.unit = unit, .bases = {}, .what = "the unit", .by = {}, .how = "off the table", .at = {}, .rule = {}});
    }
  }
}

std::vector<Return> returns_of(const Story& story) {
  std::vector<Return> returns;
  std::set<UnitId> lost;
  for (std::uint32_t i = 0; i < story.moments.size(); ++i) {
    const Moment& moment = story.moments[i];
    if (moment.undone || moment.back_to >= 0) continue;
    for (const Shift& shift : moment.shifts)
      if (const UnitId& unit = story.pieces[shift.piece].unit; !shift.from.on_table && shift.to.on_table && lost.erase(unit) > 0)
        returns.push_back({i, unit});
    for (const engine::Lost& loss : moment.losses)
      if (loss.bases.empty()) lost.insert(loss.unit);
  }
  return returns;
}

int brought_back(const Story& story, Side side, const std::vector<Return>& returns) {
  int brought = 0;
  std::optional<std::uint32_t> counted;  // several that come at once bring it together
  for (const Return& back : returns) {
    const Member* member = story.member(back.unit);
    if (member == nullptr || member->side != side || counted == back.moment) continue;
    counted = back.moment;
    const auto before = left_of(story, side, back.moment), after = left_of(story, side, back.moment + 1);
    if (before && after) brought += std::max(0, *after - *before);
  }
  return brought;
}

}  // namespace polemarch::assistant::story
