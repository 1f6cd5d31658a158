/// Markers on the table that no unit carries: drawn as such, and whose they may be.
#include <algorithm>

#include "assistant/present/parts.hpp"
#include "assistant/present/table_scene.hpp"

namespace polemarch::assistant::present {

namespace {
std::string number_of(const LooseMarker& loose) { return std::to_string(loose.spec.mount.marker.number); }
}  // namespace

void add_loose(Scene& scene, const Inputs& inputs) {
  for (const LooseMarker& loose : inputs.loose) {
    if (loose.seen.state == Seen::Gone) continue;
    SceneItem item;
    item.shape = Polygon{corners_of(loose.spec.footprint, {loose.seen.x_mm, loose.seen.y_mm}, loose.seen.heading_deg), true, false};
    item.tone = Tone::Warn;
    item.pattern = loose.seen.state == Seen::Hidden ? Pattern::Dotted : Pattern::Dashed;
    item.width_mm = 3.0;
    item.label = "marker " + number_of(loose);
    item.meaning = "loose";
    item.about = loose.spec.base.text;
    scene.items.push_back(std::move(item));
  }
}

void add_missing(Scene& scene, const Inputs& inputs) {
  constexpr double kLongS = 2;
  for (const engine::Place& place : inputs.battle->places()) {
    const auto since = inputs.hidden_for.find(place.base);
    if (!place.on_table || since == inputs.hidden_for.end() || since->second < kLongS || inputs.seen == nullptr) continue;
    const auto seen = std::find_if(inputs.seen->bases.begin(), inputs.seen->bases.end(),
                                   [&](const ObservedBase& base) { return base.base == place.base; });
    if (seen == inputs.seen->bases.end() || seen->state != Seen::Gone) continue;
    SceneItem item;
    item.shape = Polygon{corners_of(place.footprint, {place.pose.x.mm(), place.pose.y.mm()}, place.pose.heading.deg()), true, false};
    item.tone = place.side == Side::A ? Tone::SideA : Tone::SideB;
    item.pattern = Pattern::Dotted;
    item.width_mm = 3.0;
    item.label = place.unit.text + ": not in sight";
    item.meaning = "missing";
    item.about = place.base.text;
    scene.items.push_back(std::move(item));
  }
}

void fill_loose(const Inputs& inputs, ui::ViewState& view) {
  for (const LooseMarker& loose : inputs.loose)
    if (loose.seen.state != Seen::Gone)
      view.loose.push_back(
          {loose.spec.base, loose.spec.mount.marker.number, {loose.seen.x_mm, loose.seen.y_mm}, loose.seen.state == Seen::Hidden});
}

void add_marker_entry(const Inputs& inputs, std::vector<ui::OptionView>& menu) {
  if (inputs.loose.empty() || inputs.muted) return;
  const std::string text = inputs.loose.size() == 1 ? "whose is marker " + number_of(inputs.loose.front()) + "?"
                                                    : "whose are " + std::to_string(inputs.loose.size()) + " loose markers?";
  menu.push_back({.key = {},
                  .text = text,
                  .allowed = true,
                  .detail = {},
                  .intent = ChooseOption{"tie", "ask:" + inputs.loose.front().spec.base.text}});
}

void add_marker_order(const Inputs& inputs, std::vector<ui::OptionView>& offers) {
  if (!inputs.markers) return;
  std::string carried;
  std::size_t count = 0;
  for (const BaseSpec& base : inputs.bases)
    if (base.unit == inputs.selection.unit) carried = std::to_string(base.mount.marker.number), ++count;
  if (count == 0 && inputs.loose.empty()) return;
  const std::string text = count == 0   ? "its marker: none yet"
                           : count == 1 ? "its marker: " + carried
                                        : "its markers: " + std::to_string(count);
  offers.push_back(
      {.key = {}, .text = text, .allowed = true, .detail = {}, .intent = ChooseOption{"tie", "unit:" + inputs.selection.unit.text}});
  offers.back().group = "Other";
}

}  // namespace polemarch::assistant::present
