#include "assistant/story/camps.hpp"

#include <algorithm>

#include "assistant/names/namer.hpp"
#include "models/box_name.hpp"

namespace polemarch::assistant::story {

using engine::Json;
using names::text_of;

void camp_of_roster(Story& story, const Json& at, const Member& member) {
  if (member.fights || !story.table.grid) return;
  if (at.is_object() && text_of(at, "camp") == member.unit.text) place_camp(story, member.unit, text_of(at, "box") + text_of(at, "square"));
  if (at.is_structured())
    for (const auto& [name, value] : at.items()) camp_of_roster(story, value, member);
}
void place_camp(Story& story, const UnitId& id, const std::string& box) {
  const Member* member = story.member(id);
  const auto named = box_named(box);
  const auto middle = named && story.table.grid ? middle_of(*story.table.grid, *named) : std::nullopt;
  if (member == nullptr || !middle) return;
  std::erase_if(story.camps, [&](const Camp& camp) { return camp.camp == id; });
  story.camps.push_back({id, member->side, middle->x.mm(), middle->y.mm()});
}

void lose_camps(Story& story) {
  for (Camp& camp : story.camps) camp.lost = 0;
  for (Camp& camp : story.camps)
    for (const Moment& moment : story.moments)
      for (const engine::Lost& lost : moment.losses)
        if (!moment.undone && camp.lost == 0 && lost.unit == camp.camp) camp.lost = moment.seq;
}

}  // namespace polemarch::assistant::story
