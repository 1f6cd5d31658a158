/// The whole ViewState, part by part.
#include <cstdio>

#include "assistant/present/layers.hpp"
#include "assistant/present/parts.hpp"
#include "assistant/present/table_scene.hpp"
#include "models/counted.hpp"

namespace polemarch::assistant::present {

namespace {
constexpr std::size_t kLogShown = 100;  ///< lines of the history on a screen: a battle has thousands

/// How well the camera sees the table: the mean error, and what it does not see with the longest time.
std::string trust_of(const Inputs& inputs, const ui::ViewState& view) {
  std::string text;
  if (inputs.error_mm) {
    char words[48];
    std::snprintf(words, sizeof words, "%.2f mm on average", *inputs.error_mm);
    text = words;
  }
  const ui::UnitView* longest = nullptr;
  std::size_t hidden = 0;
  for (const ui::UnitView& unit : view.units) {
    if (!unit.hidden || !unit.on_table) continue;
    ++hidden;
    if (longest == nullptr || unit.unseen_s > longest->unseen_s) longest = &unit;
  }
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  if (longest != nullptr) add(longest->unit.text + " hidden for " + ui::say_duration(longest->unseen_s));
  if (hidden > 1) add(std::to_string(hidden - 1) + " more");
  if (const std::size_t border = view.border_unseen.size(); border > 0) {
    double since = 0;
    for (const auto& [marker, seconds] : inputs.border_hidden_for) since = std::max(since, seconds);
    add(counted(border, "border marker") + " hidden for " + ui::say_duration(since));
  }
  return text;
}
}  // namespace

ui::ViewState view_of(const Inputs& inputs) {
  ui::ViewState view;
  view.title = std::string(inputs.battle->info().name) + ":  " + inputs.side_names[0] + "  against  " + inputs.side_names[1];
  view.status = inputs.battle->describe(inputs.viewer);
  if (const auto holder = inputs.battle->held_by()) view.status.insert(view.status.begin(), "HOLD called by " + say_who(inputs, *holder));
  Scene scene = scene_of(inputs);
  add_loose(scene, inputs);
  add_missing(scene, inputs);
  view.layers = layers_of(inputs, scene);
  view.scene = without_hidden(inputs, std::move(scene));
  view.picture = inputs.picture;
  fill_units(inputs, view);
  fill_loose(inputs, view);
  fill_questions(inputs, view);
  fill_selection(inputs, view);
  fill_menu(inputs, view);
  fill_now(inputs, view);
  fill_hands(inputs, view);
  fill_placing(inputs, view);
  fill_trouble(inputs, view);
  fill_tip(inputs, view);
  fill_measures(inputs, view);
  view.result = inputs.result, view.undoes = inputs.undoes;
  view.card = inputs.card, view.opened = inputs.opened;
  for (const engine::Window& window : inputs.battle->windows(inputs.viewer))
    view.windows.push_back(
        {.text = say_who(inputs, window.who) + " may: " + window.text, .tone = Tone::Arc, .rule = window.rule, .until = window.until});
  if (inputs.log != nullptr) {
    const std::size_t passed_over = inputs.log->size() > kLogShown ? inputs.log->size() - kLogShown : 0;
    view.log_before = inputs.log_before + passed_over;
    view.log.assign(inputs.log->begin() + static_cast<std::ptrdiff_t>(passed_over), inputs.log->end());
  }
  if (!inputs.muted) view.notices = inputs.notices;
  for (const engine::Reason& reason : inputs.last_ruling) view.why.push_back({say_reason(reason), Tone::Text, reason.rule});
  if (!inputs.last_ruling_title.empty()) view.why.insert(view.why.begin(), {inputs.last_ruling_title, Tone::Ink, {}});
  view.show_why = inputs.show_why;
  view.show_keys = inputs.show_keys;
  view.help_level = inputs.help_level;
  view.muted = inputs.muted;
  view.paused = inputs.paused;
  view.show_picture = inputs.show_picture;
  view.quarter_turns = ui::normal_turns(inputs.quarter_turns);
  view.zoom = inputs.zoom, view.zoom_at = inputs.zoom_at;
  view.type_scale = inputs.type_scale;
  view.light = inputs.light;
  view.touch = inputs.touch;
  view.can_drag = inputs.can_drag;
  view.ruler_unit = inputs.length.name;
  view.ruler_mm = inputs.length.one.mm();
  view.source = inputs.source;
  view.source_lost = inputs.source_lost;
  for (std::size_t i = 0; i < 2; ++i) view.used_min[i] = static_cast<int>(inputs.used_s[i] / 60);
  view.trust = trust_of(inputs, view);
  name_units(inputs, view);
  return view;
}

}  // namespace polemarch::assistant::present
