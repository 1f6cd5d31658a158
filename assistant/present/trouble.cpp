/// What is wrong with what the camera sees: since when, what it means, what may be done; and what it does not see.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "assistant/present/parts.hpp"
#include "models/box_name.hpp"

namespace polemarch::assistant::present {

namespace {

using Kind = CameraTrouble::Kind;

constexpr double kUnseenS = 8;              ///< a hand that passes is nothing to tell
constexpr double kAskedS = 15;              ///< whether it still stands there is asked
constexpr double kManyAskedS = 60;          ///< where many are covered at once it is a hand, a sleeve, the light: for so long
constexpr double kBorderUnseenS = 2;        ///< of the border, which hands lean over less often; drawn
constexpr const char* kStands = "stands:";  ///< of the answer, before the unit

struct Words {
  const char *title, *meaning;
};
Words words_of(Kind kind) {
  switch (kind) {
    case Kind::Lost:
      return {"The camera is lost", "The bases stand where they were last seen; move them on the screen until it is back."};
    case Kind::ByHand:
      return {"Playing without the camera", "The bases stand where they were last seen; move them on the screen."};
    case Kind::Frozen:
      return {"The picture stands still", "What is moved on the table now is not seen: start the camera or its app again."};
    case Kind::NotFound:
      return {"The table is not found", "Three border markers have to be in sight."};
    case Kind::Covered:
      return {"The border is covered", "The table counts as lying where it lay, less surely every minute: uncover three border markers."};
    case Kind::Moves:
      return {"The camera or the table moves", "Nothing is measured until the border lies still and in sight."};
    case Kind::Dark:
      return {"The picture is too dark", "Some markers are not read."};
    case Kind::Bright:
      return {"The picture is too bright", "Some markers are not read."};
    case Kind::Blurred:
      return {"The picture is out of focus", "Some markers are not read."};
    case Kind::Bumped:
      return {"The camera was bumped", "No base counts as moved."};
  }
  return {"The camera", ""};
}

bool goes_on(Kind kind) { return kind != Kind::Bumped; }

/// "Too dark: more light." under the heading "too dark" is "More light."
std::string without_heading(const std::string& text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string::npos || colon > 60) return text;
  return with_capital(text.substr(colon + 2));
}

std::string in_mm(double mm) {
  if (mm < 0.1) return "< 0.1 mm";
  char text[24];
  std::snprintf(text, sizeof text, mm < 10 ? "%.1f mm" : "%.0f mm", mm);
  return text;
}

/// "Fourth cohort, g3".
std::string name_and_place(const Inputs& inputs, const ui::UnitView& unit) {
  std::string text = name_or_id(inputs, unit.unit);
  if (!unit.on_table) return text + ", lifted or covered";
  if (inputs.table->grid)
    if (const auto box = box_at(*inputs.table->grid, unit.at.x, unit.at.y)) text += ", " + say_box(*box);
  return text;
}

/// How well the place of what is hidden is still known, mm; nothing where nobody says.
std::optional<double> error_of(const Inputs& inputs, const UnitId& unit) {
  std::optional<double> most;
  for (const engine::Place& place : inputs.battle->places()) {
    if (place.unit != unit || inputs.seen == nullptr) continue;
    for (const ObservedBase& base : inputs.seen->bases)
      if (base.base == place.base)
        most = std::max(most.value_or(0), 1.96 * std::sqrt(std::max(0.0, (base.own_cov[0] + base.own_cov[4]) / 2)));
  }
  return most;
}

/// Those that have been out of sight for a while, the longest first; none where so many are covered at once that something lies over the
/// table or the picture is bad.
std::vector<const ui::UnitView*> out_of_sight(const Inputs& inputs, const ui::ViewState& view) {
  std::vector<const ui::UnitView*> hidden;
  std::size_t all = 0, covered = 0;
  for (const ui::UnitView& unit : view.units) {
    all += unit.on_table || unit.hidden;
    covered += unit.hidden && unit.unseen_s < kManyAskedS;
    if (unit.hidden && unit.unseen_s >= kUnseenS && !inputs.vouched.contains(unit.unit)) hidden.push_back(&unit);
  }
  if (covered > std::max<std::size_t>(3, all / 3)) std::erase_if(hidden, [](const auto* unit) { return unit->unseen_s < kManyAskedS; });
  std::stable_sort(hidden.begin(), hidden.end(), [](const auto* a, const auto* b) { return a->unseen_s > b->unseen_s; });
  return hidden;
}

/// How many bases the camera sees, of those on the table.
struct InSight {
  int seen = 0, all = 0;
};
InSight bases_in_sight(const Inputs& inputs) {
  InSight bases;
  if (inputs.seen == nullptr) return bases;
  for (const ObservedBase& base : inputs.seen->bases)
    if (base.state != Seen::Gone) ++bases.all, bases.seen += base.state == Seen::Seen;
  return bases;
}

void list_unseen(const Inputs& inputs, ui::ViewState& view) {
  const bool reads = inputs.markers && inputs.seen != nullptr && inputs.seen->registered && bases_in_sight(inputs).seen > 0;
  if (!reads) return;  // the camera has a card of its own
  for (const ui::UnitView* unit : out_of_sight(inputs, view)) {
    const auto error = error_of(inputs, unit->unit);
    view.unseen.push_back(
        {unit->unit, name_and_place(inputs, *unit), "for " + ui::say_duration(unit->unseen_s), error ? in_mm(*error) : "", unit->side});
  }
}

/// Whether what has been out of sight longest still stands there. What is lost the rules take off; nobody does it by hand.
void ask_about_unseen(const Inputs& inputs, ui::ViewState& view) {
  if (view.unseen.empty() || view.unseen.front().unit.empty() || inputs.muted) return;
  const UnitId unit = view.unseen.front().unit;
  const auto shown = std::find_if(view.units.begin(), view.units.end(), [&](const ui::UnitView& one) { return one.unit == unit; });
  if (shown->unseen_s < kAskedS) return;
  view.unseen_question = ui::UnseenQuestion{
      name_or_id(inputs, unit) + ": is its marker turned over or covered, or is it off the table? Nothing waits for this.",
      {{.key = {},
        .text = "it stands there, go on with its last place",
        .allowed = true,
        .detail = {},
        .intent = ChooseOption{"camera", kStands + unit.text}}}};
  give_card_keys(inputs, view, view.unseen_question->options);
}

/// The edge all of these lie nearest to: "Rome's edge", "the left edge"; empty where they lie apart.
std::string edge_of(const Inputs& inputs, const std::vector<ui::BorderUnseenView>& markers) {
  const auto edge = [&](Vec2 at) -> std::string {
    const double right = inputs.table->width.mm() - at.x, far = inputs.table->depth.mm() - at.y;
    const double least = std::min({at.x, at.y, right, far});
    if (least == at.y) return inputs.side_names[0] + "'s edge";
    if (least == far) return inputs.side_names[1] + "'s edge";
    return least == at.x ? "the left edge" : "the right edge";
  };
  const std::string first = edge(markers.front().at);
  return std::ranges::all_of(markers, [&](const auto& one) { return edge(one.at) == first; }) ? first : std::string();
}

/// Border markers out of sight: each on the table, all in one line.
void list_border(const Inputs& inputs, ui::ViewState& view) {
  double longest = 0;
  for (const BorderMarker& border : inputs.table->border) {
    const auto hidden = inputs.border_hidden_for.find(border.marker);
    if (hidden == inputs.border_hidden_for.end() || hidden->second < kBorderUnseenS || !border.place_known) continue;
    view.border_unseen.push_back({border.marker.number, {border.x_mm, border.y_mm}, border.size_mm});
    longest = std::max(longest, hidden->second);
  }
  if (view.border_unseen.empty()) return;
  constexpr std::size_t kNamed = 2;
  const std::size_t count = view.border_unseen.size();
  std::string words = count == 1 ? "Border marker" : count > kNamed ? std::to_string(count) + " border markers" : "Border markers";
  for (std::size_t i = 0; i < count && count <= kNamed; ++i)
    words += (i == 0 ? " " : " and ") + std::to_string(view.border_unseen[i].marker);
  if (const std::string edge = edge_of(inputs, view.border_unseen); !edge.empty()) words += ", " + edge;
  if (longest >= kUnseenS) view.unseen.push_back({{}, words, "for " + ui::say_duration(longest), "", {}});
}

/// What is wrong with the camera, its figures, and what may be done.
void tell_trouble(const Inputs& inputs, ui::ViewState& view) {
  const CameraTrouble& camera = *inputs.camera;
  const Words words = words_of(camera.kind);
  ui::TroubleView trouble;
  trouble.serious = goes_on(camera.kind);
  const bool ended = camera.kind == Kind::Lost && camera.ended;
  trouble.title = ended ? "The pictures have ended" : words.title;
  const std::string said = without_heading(camera.text);
  const InSight bases = bases_in_sight(inputs);
  const bool light = camera.kind == Kind::Dark || camera.kind == Kind::Bright || camera.kind == Kind::Blurred;
  const bool blind = light && bases.seen == 0 && inputs.border_seen == 0;
  trouble.text = trouble.serious ? "For " + ui::say_duration(camera.for_s) + ". " : ui::say_duration(camera.for_s) + " ago. ";
  if (!said.empty() && !ended) trouble.text += said + (said.ends_with('.') ? " " : ". ");
  trouble.text += ended   ? "The bases stand where they were last seen; move them on the screen."
                  : blind ? "No marker is read: the bases are drawn where they were last seen, and no move is followed."
                          : words.meaning;
  if (inputs.error_mm && camera.kind != Kind::Frozen && bases.seen > 0) trouble.figures.push_back({in_mm(*inputs.error_mm), "error now"});
  if (camera.kind != Kind::Lost && camera.kind != Kind::ByHand) {
    trouble.figures.push_back(
        {std::to_string(inputs.border_seen) + " of " + std::to_string(inputs.table->border.size()), "border markers"});
    trouble.figures.push_back({std::to_string(bases.seen) + " of " + std::to_string(bases.all), "bases in sight"});
  }
  const auto option = [&](const char* key, const char* text, std::string detail = {}) {
    trouble.options.push_back(
        {.key = {}, .text = text, .allowed = true, .detail = std::move(detail), .intent = ChooseOption{"camera", key}});
  };
  if (camera.kind == Kind::ByHand) {
    option("camera", "play with the camera again");
  } else {
    option("good", trouble.serious ? "I know, go on" : "good, go on",
           camera.ends_in_s > 0 ? "by itself in " + ui::say_duration(camera.ends_in_s) : "");
    if (camera.kind == Kind::Bumped) option("differences", "show the differences on the table");
    if (camera.kind != Kind::Lost) {
      trouble.options.push_back({.key = {}, .text = "find the table anew", .allowed = true, .detail = {}, .intent = Recalibrate{}});
      option("hand", "play without the camera for now");
    }
  }
  view.trouble = std::move(trouble);
  give_card_keys(inputs, view, view.trouble->options);
}

}  // namespace

void fill_trouble(const Inputs& inputs, ui::ViewState& view) {
  list_unseen(inputs, view);
  list_border(inputs, view);
  if (view.question && view.question->aside) give_card_keys(inputs, view, view.question->options);
  if (inputs.camera && !inputs.muted) tell_trouble(inputs, view);
  ask_about_unseen(inputs, view);
}

}  // namespace polemarch::assistant::present
