#include "assistant/play/page_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "ui/page/table_labels.hpp"

namespace polemarch::assistant::play {
namespace {

using Json = nlohmann::json;

/// The page's own words for tones (bus/page.cpp).
const char* word_of(Tone tone) {
  switch (tone) {
    case Tone::Ink:
      return "ink";
    case Tone::Faint:
      return "faint";
    case Tone::SideA:
      return "A";
    case Tone::SideB:
      return "B";
    case Tone::Zone:
      return "zone";
    case Tone::WeakZone:
      return "weak";
    case Tone::Range:
      return "range";
    case Tone::Arc:
      return "arc";
    case Tone::Move:
      return "move";
    case Tone::Charge:
      return "charge";
    case Tone::Target:
      return "target";
    case Tone::Clear:
      return "clear";
    case Tone::Blocked:
      return "blocked";
    case Tone::Ghost:
      return "ghost";
    case Tone::Warn:
      return "warn";
    case Tone::Selected:
      return "selected";
    case Tone::Terrain:
      return "terrain";
    case Tone::Water:
      return "water";
    case Tone::Text:
      return "text";
    case Tone::OnSideA:
      return "onA";
    case Tone::OnSideB:
      return "onB";
  }
  return "ink";
}

int word_of(Pattern pattern) {
  switch (pattern) {
    case Pattern::Solid:
      return 0;
    case Pattern::Dashed:
      return 1;
    case Pattern::Dotted:
      return 2;
    case Pattern::HatchLeft:
      return 3;
    case Pattern::HatchRight:
      return 4;
    case Pattern::CrossHatch:
      return 5;
  }
  return 0;
}

long whole(double mm) { return std::lround(mm); }
double tenth(double value) { return std::round(value * 10.0) / 10.0; }

/// Marks what has to stay of an open line between two points that do, so that no other lies further from it than `seen` mm (Ramer, Douglas
/// and Peucker).
void mark_seen(const std::vector<Vec2>& line, std::size_t from, std::size_t to, double seen, std::vector<bool>& stays) {
  const double dx = line[to].x - line[from].x, dy = line[to].y - line[from].y, length = std::hypot(dx, dy);
  std::size_t farthest = from;
  double most = seen;
  for (std::size_t i = from + 1; i < to; ++i) {
    const double x = line[i].x - line[from].x, y = line[i].y - line[from].y;
    const double off = length > 0 ? std::abs(dx * y - dy * x) / length : std::hypot(x, y);
    if (off > most) most = off, farthest = i;
  }
  if (farthest == from) return;
  stays[farthest] = true;
  mark_seen(line, from, farthest, seen, stays);
  mark_seen(line, farthest, to, seen, stays);
}

/// The corners of a shape that are seen: an outline of a hundred points a hand's breadth long is a line to the eye and kilobytes to a
/// phone.
std::vector<Vec2> thinned(const Polygon& shape) {
  constexpr std::size_t kFew = 12;
  constexpr double kSeen = 2.4;  // mm: two pixels of a page that is 1,400 wide for a table of 1.8 m
  if (shape.points.size() <= kFew) return shape.points;
  std::vector<Vec2> line = shape.points, out;
  if (shape.closed) line.push_back(line.front());
  std::vector<bool> stays(line.size(), false);
  stays.front() = stays.back() = true;
  mark_seen(line, 0, line.size() - 1, kSeen, stays);
  for (std::size_t i = 0; i < shape.points.size(); ++i)
    if (stays[i]) out.push_back(line[i]);
  return out;
}

struct ItemWriter {
  const SceneItem& item;
  Json head(const char* kind) const { return Json::array({kind, word_of(item.tone), word_of(item.pattern), tenth(item.width_mm)}); }
  Json ended(Json out) const {
    out.push_back(item.label);
    out.push_back(item.meaning);
    return out;
  }
  Json operator()(const Polygon& shape) const {
    Json out = head("p"), points = Json::array();
    out.push_back((shape.closed ? 1 : 0) + (shape.filled ? 2 : 0));
    for (const Vec2 p : thinned(shape)) {
      points.push_back(whole(p.x));
      points.push_back(whole(p.y));
    }
    out.push_back(std::move(points));
    return ended(std::move(out));
  }
  Json operator()(const Circle& shape) const {
    Json out = head("c");
    out.push_back(1 + (shape.filled ? 2 : 0));
    for (const double mm : {shape.centre.x, shape.centre.y, shape.radius_mm}) out.push_back(whole(mm));
    return ended(std::move(out));
  }
  Json operator()(const ArcShape& shape) const {
    Json out = head("a");
    out.push_back(shape.sector ? 1 : 0);
    for (const double mm : {shape.centre.x, shape.centre.y, shape.radius_mm}) out.push_back(whole(mm));
    out.push_back(tenth(shape.start_deg));
    out.push_back(tenth(shape.end_deg));
    return ended(std::move(out));
  }
  Json operator()(const TextShape& shape) const {
    return Json::array({"t", word_of(item.tone), whole(shape.at.x), whole(shape.at.y), tenth(shape.size_mm), tenth(shape.angle_deg),
                        shape.text, item.meaning});
  }
};

std::string say(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string letter(Side side) { return side == Side::A ? "A" : "B"; }

/// Fields that hold something; what is empty is not sent.
struct Fields {
  std::map<std::string, std::string>& out;
  void set(const char* name, const std::string& text) const {
    if (!text.empty()) out[name] = say(text);
  }
  void set(const char* name, const Json& value) const { out[name] = say(value); }
};

/// For readers that hear the picture: how much of each side stands on the table, and how much of it is out of sight.
std::string in_words(const ui::ViewState& view) {
  std::array<int, 2> on{};
  int hidden = 0;
  for (const ui::UnitView& unit : view.units)
    if (unit.on_table) ++on[unit.side == Side::A ? 0 : 1], hidden += unit.hidden ? 1 : 0;
  const auto of = [&](std::size_t side) {
    const std::string& name = view.side_names[side];
    return (name.empty() ? std::string(side == 0 ? "A" : "B") : name) + " " + std::to_string(on[side]);
  };
  return "On the table: " + of(0) + ", " + of(1) + ", camps and leaders counted" +
         (hidden > 0 ? "; " + std::to_string(hidden) + " not in sight" : "");
}

Json json_of(const ui::CounterView& counter) {
  Json out{{"side", letter(counter.side)}, {"name", counter.name}, {"value", counter.value}};
  if (const auto most = counter.counts_down ? counter.start : counter.limit) out["most"] = *most;
  return out;
}

/// What followed, a sentence each; of a long chain what became of units and who won before the rest, the last before the first.
Json followed(const std::vector<ui::FollowView>& follows) {
  constexpr std::size_t kMost = 10;
  std::vector<bool> told(follows.size(), false);
  std::size_t count = 0;
  for (int weight = 0; weight <= ui::FollowView::kLeast; ++weight)
    for (std::size_t i = follows.size(); i-- > 0 && count < kMost;)
      if (follows[i].weight() == weight) told[i] = true, ++count;
  Json out = Json::array();
  for (std::size_t i = 0; i < follows.size(); ++i)
    if (told[i]) out.push_back(follows[i].text);
  if (count < follows.size()) out.push_back(std::to_string(follows.size() - count) + " more");
  return out;
}

Json json_of(const ui::ResultView& card) {
  Json rows = Json::array();
  for (const ui::RowView& row : card.rows) rows.push_back({row.text, row.value, row.rule});
  Json throws = Json::array();
  for (const ui::ThrowView& thrown : card.throws) {
    Json values = Json::array(), made_up = Json::array();
    for (const ui::ValueView& value : thrown.values)  // 0 misses, 1 counts, 2 thrown again since
      values.push_back({value.value, value.again ? 2 : value.good || !thrown.compared ? 1 : 0});
    for (const ui::RowView& row : thrown.rows) made_up.push_back({row.text, row.value, row.rule});
    Json one{{"text", thrown.text}, {"values", std::move(values)}, {"rows", std::move(made_up)}, {"outcome", thrown.outcome}};
    if (thrown.cards) one["cards"] = true;
    if (!thrown.cards && thrown.compared) one["faces"] = thrown.faces;
    if (!thrown.need.empty()) one["need"] = thrown.need;
    if (!thrown.aside.empty()) one["aside"] = thrown.aside;
    if (thrown.whose) one["whose"] = letter(*thrown.whose);
    throws.push_back(std::move(one));
  }
  Json out{{"title", card.heading()}, {"rows", std::move(rows)}, {"follows", followed(card.follows)}};
  if (!throws.empty()) out["throws"] = std::move(throws);
  if (card.whose) out["whose"] = letter(*card.whose);
  return out;
}

/// A unit as the page draws its plate: id, name, side, middle, heading, breadth, depth, token, not in sight, its state as
/// [glyph, count, what it means].
Json json_of(const ui::UnitView& unit) {
  double front = 0, deep = 0;
  if (unit.outline.size() == 4) {
    const auto between = [&](std::size_t a, std::size_t b) {
      return std::hypot(unit.outline[a].x - unit.outline[b].x, unit.outline[a].y - unit.outline[b].y);
    };
    front = between(0, 1), deep = between(1, 2);
  }
  Json marks = Json::array();
  for (const engine::StateMark& mark : unit.marks) marks.push_back({static_cast<int>(mark.glyph), mark.count, engine::words_of(mark)});
  return Json::array({unit.unit.text, unit.name, letter(unit.side), whole(unit.at.x), whole(unit.at.y), whole(unit.heading_deg),
                      whole(front), whole(deep), unit.round ? 1 : 0, unit.hidden || unit.moving ? 1 : 0, std::move(marks)});
}

/// The middles of columns and rows and what they are called: {"c":[[mm,"a"]...],"r":[[mm,"1"]...]}; null where the table has no boxes.
Json grid_of(const Scene& scene) {
  std::map<std::string, Vec2> at;
  for (const SceneItem& item : scene.items)
    if (item.meaning == "box_name") at[std::get<TextShape>(item.shape).text] = std::get<TextShape>(item.shape).at;
  if (!at.contains("a1") || !at.contains("b1") || !at.contains("a2")) return nullptr;
  // Names stand near a corner of their boxes.
  const double half_column = (at["b1"].x - at["a1"].x) * 0.36, half_row = std::abs(at["a2"].y - at["a1"].y) * 0.38;
  Json columns = Json::array(), rows = Json::array();
  for (const auto& [name, corner] : at) {
    const std::size_t digits = name.find_first_of("0123456789");
    if (name.substr(digits) == "1") columns.push_back({whole(corner.x + half_column), name.substr(0, digits)});
    if (name.substr(0, digits) == "a") rows.push_back({whole(corner.y + half_row), name.substr(digits)});
  }
  return {{"c", std::move(columns)}, {"r", std::move(rows)}};
}

/// What the rulers along the lower and the left edge say: {"x":[[mm,"6"]...],"y":[...]}; null where there are none.
Json ruler_of(const Scene& scene) {
  constexpr double kReach = 40;  // mm from the edge
  Json along = Json::array(), up = Json::array();
  for (const SceneItem& item : scene.items) {
    const auto* number = item.meaning == "ruler" ? std::get_if<TextShape>(&item.shape) : nullptr;
    if (number == nullptr) continue;
    const bool low = number->at.y < kReach, beside = number->at.x < kReach;
    if (low && !beside) along.push_back({whole(number->at.x), number->text});
    if (beside && !low) up.push_back({whole(number->at.y), number->text});
  }
  if (along.empty() && up.empty()) return nullptr;
  return {{"x", std::move(along)}, {"y", std::move(up)}};
}

/// What the page writes itself, from units, grid and ruler.
bool written_by_page(const SceneItem& item) { return item.meaning == "name" || item.meaning == "box_name" || item.meaning == "ruler"; }

}  // namespace

SpectatorView page_state(const ui::ViewState& view) {
  SpectatorView out;
  const Fields fields{out.fields};
  fields.set("table", Json::array({whole(view.scene.width_mm), whole(view.scene.depth_mm)}));
  fields.set("words", in_words(view));
  fields.set("title", view.title);
  fields.set("now", view.now);
  fields.set("result", view.result);
  if (view.ended) fields.set("ended", view.ended->text);
  if (view.question && !view.question->sealed && !view.question->veiled)
    fields.set("asked", view.question->who + ": " + view.question->text);
  if (!view.status.empty()) fields.set("status", Json(view.status));
  if (!view.can_drag) fields.set("camera", view.source + (view.trust.empty() ? "" : ", " + view.trust));
  fields.set("sides", Json(view.side_names));
  fields.set("moment", view.moment);
  fields.set("phase", view.phase);
  fields.set("call", view.call);
  if (view.to_play) fields.set("play", letter(*view.to_play));
  if (const Json grid = grid_of(view.scene); !grid.is_null()) fields.set("grid", grid);
  if (const Json ruler = ruler_of(view.scene); !ruler.is_null()) fields.set("ruler", ruler);
  if (view.replay) {
    fields.set("still", Json(true));  // it stands where it was put: nothing is late
    int turns = 0;
    for (const ui::ReplayView::Stretch& stretch : view.replay->stretches) turns = std::max(turns, stretch.turn);
    if (turns > 0) fields.set("turns", Json(turns));
  } else {
    if (view.last_turn > 0) fields.set("turns", Json(view.last_turn));
    fields.set("used", Json(view.used_min));
  }
  Json counters = Json::array();
  for (const ui::CounterView& counter : view.counters) counters.push_back(json_of(counter));
  if (!counters.empty()) fields.set("counters", counters);
  if (view.card) fields.set("card", json_of(*view.card));
  std::vector<std::string>& scene = out.lists["scene"];
  for (const SceneItem& item : view.scene.items)
    if (!written_by_page(item) && (!item.meaning.starts_with("zoc") || ui::page::zone_matters(item, view.scene)))
      scene.push_back(say(std::visit(ItemWriter{item}, item.shape)));
  std::vector<std::string>& units = out.lists["units"];
  for (const ui::UnitView& unit : view.units)
    if (unit.on_table) units.push_back(say(json_of(unit)));
  std::vector<std::string>& log = out.lists["log"];
  constexpr std::size_t kLines = 30;
  const std::size_t first = view.log.size() > kLines ? view.log.size() - kLines : 0;
  for (std::size_t i = first; i < view.log.size(); ++i) {
    Json line{{"s", view.log[i].seq}, {"t", view.log[i].text}};
    if (view.log[i].whose) line["w"] = letter(*view.log[i].whose);
    log.push_back(say(line));
  }
  return out;
}

}  // namespace polemarch::assistant::play
