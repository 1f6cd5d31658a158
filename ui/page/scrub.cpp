#include "ui/page/scrub.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace polemarch::ui::page {

std::optional<std::string> reel_place(const Page& page, Px at, Grip grip) {
  std::optional<std::string> place;
  double nearest = 0;
  for (const Hit& hit : page.hits) {
    const auto* key = std::get_if<TypeKey>(&hit.intent);
    if (key == nullptr || !key->key.starts_with("@")) continue;
    if (grip == Grip::Touched && !hit.box.contains({at.x, at.y})) continue;
    const double off = std::abs(hit.box.x + hit.box.w / 2 - at.x);
    if (!place || off < nearest) place = key->key, nearest = off;
  }
  return place;
}

bool take_hit(const Page& shown, Px pointer, std::vector<Intent>& wishes) {
  const auto hit = std::find_if(shown.hits.rbegin(), shown.hits.rend(), [&](const Hit& one) { return one.box.contains(pointer); });
  if (hit == shown.hits.rend()) return false;
  if (const auto* plate = std::get_if<SelectAt>(&hit->intent)) {  // the click is one on the table, and says whose plate it met
    for (Intent& wish : wishes)
      if (auto* click = std::get_if<SelectAt>(&wish)) click->on = plate->on;
    return false;
  }
  std::erase_if(wishes, [](const Intent& wish) { return std::holds_alternative<SelectAt>(wish); });
  wishes.push_back(hit->intent);
  return true;
}

}  // namespace polemarch::ui::page
