#include "ui/page/table_labels.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "models/box_name.hpp"
#include "ui/page/labelling.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

Box around(const std::vector<Px>& points) {
  Box box{points.front().x, points.front().y, 0, 0};
  double right = box.x, bottom = box.y;
  for (const Px p : points) {
    box.x = std::min(box.x, p.x), box.y = std::min(box.y, p.y);
    right = std::max(right, p.x), bottom = std::max(bottom, p.y);
  }
  box.w = right - box.x, box.h = bottom - box.y;
  return box;
}

std::vector<Px> on_page(const TableFit& fit, const std::vector<Vec2>& points) {
  std::vector<Px> out;
  out.reserve(points.size());
  for (const Vec2 p : points) out.push_back(fit.to_px(p));
  return out;
}

bool has_boxes(const Scene& scene) {
  return std::any_of(scene.items.begin(), scene.items.end(), [](const SceneItem& item) { return item.meaning == "box_name"; });
}

void casing(Pen& pen, Box box) { pen.rect(box, Paint{0x0A, 0x0E, 0x12, 184}, {}, 1, 3); }

namespace {

/// A number that the rules put on a unit, such as when it comes to act.
bool is_number(const SceneItem& item) { return item.meaning == "note" && std::holds_alternative<TextShape>(item.shape); }

}  // namespace

bool written_by_page(const SceneItem& item, bool boxes) {
  return (boxes && item.meaning == "legal_move") || item.meaning == "name" || item.meaning == "box_name" || item.meaning == "ruler" ||
         item.meaning == "troops" || item.meaning == "loose" || item.meaning.starts_with("base") || item.meaning.starts_with("selected") ||
         item.meaning.starts_with("zoc") || item.meaning.starts_with("ordered") || item.meaning.starts_with("ghost") ||
         item.meaning.starts_with("refused") || item.meaning == "trail" || item.meaning == "owed" || item.meaning == "in_place" ||
         item.meaning == "to_remove" || is_number(item) || drawn_as_arc(item, boxes);
}

namespace {

void write_label(Labelling& on, Px middle, const std::string& words) {
  Pen& pen = on.pen;
  const double width = pen.width_of(words, kLabel) + pen.px(8), height = pen.px(18);
  const auto place = on.board.place({middle.x - width / 2, middle.y - height / 2, width, height}, pen.px(1));
  if (!place) {  // the words are in the tip and on the panel
    const bool over_words = std::any_of(on.board.taken().begin(), on.board.taken().end(), [&](const Box& box) {
      return middle.x > box.x && middle.x < box.x + box.w && middle.y > box.y && middle.y < box.y + box.h;
    });
    if (!over_words) pen.disc(middle, 4, pen.theme().text, Paint{0x0A, 0x0E, 0x12, 255}, 1.5);
    return;
  }
  casing(pen, *place);
  pen.text(place->x + pen.px(4), place->y + height / 2, words, kLabel, Paint{0xF4, 0xF2, 0xEC, 255});
}

/// Nothing is written over markers that no unit carries.
void keep_loose_free(Labelling& on) {
  for (const SceneItem& item : on.view.scene.items) {
    if (item.meaning != "loose") continue;
    const Box box = around(on_page(on.fit, outline_of(item, 1.0).points));
    on.board.keep_free({box.x - 2, box.y - 2, box.w + 4, box.h + 4});
  }
}

/// Where a number stands on the page, round at its ends.
Box number_box(const Pen& pen, const TableFit& fit, const SceneItem& item) {
  const TextShape& number = std::get<TextShape>(item.shape);
  const double height = pen.px(22), width = std::max(height, pen.width_of(number.text, kLabel, Face::Bold) + pen.px(10));
  const Px at = fit.to_px(number.at);
  return {at.x - width / 2, at.y - height / 2, width, height};
}

/// Numbers stand on their units, over the bases.
void draw_numbers(Labelling& on) {
  Pen& pen = on.pen;
  const Paint ink{0x0A, 0x0E, 0x12, 255}, paper{0xF4, 0xF2, 0xEC, 255};
  for (const SceneItem& item : on.view.scene.items) {
    if (!is_number(item)) continue;
    const Box box = number_box(pen, on.fit, item);
    const std::string& number = std::get<TextShape>(item.shape).text;
    pen.rect(box, paper, ink, 1.5, 11);
    pen.text(box.x + (box.w - pen.width_of(number, kLabel, Face::Bold)) / 2, box.y + box.h / 2, number, kLabel, ink, Face::Bold);
  }
}

/// Markers that no unit carries: dashed in the colour of doubt, over all else, with their number.
void write_loose(Labelling& on) {
  Pen& pen = on.pen;
  const Paint casing_paint{0x0A, 0x0E, 0x12, 235}, line = dark_theme().doubt;
  for (const SceneItem& item : on.view.scene.items) {
    if (item.meaning != "loose") continue;
    const std::vector<Px> corners = on_page(on.fit, outline_of(item, 1.0).points);
    Outline round{{}, true, false};
    for (const Px p : corners) round.points.push_back({p.x, p.y});
    for (std::size_t i = 0; i < corners.size(); ++i) pen.line(corners[i], corners[(i + 1) % corners.size()], casing_paint, 7);
    const bool hidden = item.pattern == Pattern::Dotted;
    for (const Segment& dash : dashes(round, pen.px(hidden ? 3 : 7), pen.px(hidden ? 6 : 5)))
      pen.line({dash.first.x, dash.first.y}, {dash.second.x, dash.second.y}, line, 3);
    const Box box = around(corners);
    const double width = pen.width_of(item.label, kLabel, Face::Bold) + pen.px(10), height = pen.px(20);
    const auto place = on.board.place({box.x + box.w / 2 - width / 2, box.y + box.h + pen.px(4), width, height}, pen.px(1));
    if (!place) continue;
    pen.rect(*place, casing_paint, line, 1.5, 3);
    pen.text(place->x + pen.px(5), place->y + height / 2, item.label, kLabel, Paint{0xF4, 0xF2, 0xEC, 255}, Face::Bold);
  }
}

/// A token is never written over, neither a leader's own nor one that stands beside its unit.
Box token_box(const Pen& pen, Px centre, double base_radius) {
  const double radius = token_radius(pen, base_radius) + pen.px(2);
  return {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius};
}

void keep_units_free(Labelling& on) {
  for (const UnitView* unit : on.units) {
    const Box box = around(on_page(on.fit, unit->outline));
    on.board.keep_free(unit->round ? token_box(on.pen, {box.x + box.w / 2, box.y + box.h / 2}, box.w / 2) : box);
  }
}

void keep_tokens_free(Labelling& on) {
  for (const SceneItem& item : on.view.scene.items)
    if (const auto* disc = std::get_if<Circle>(&item.shape); disc != nullptr && item.meaning.starts_with("base"))
      on.board.keep_free(token_box(on.pen, on.fit.to_px(disc->centre), disc->radius_mm * on.fit.scale));
}

/// Whether the page writes this label of the advice: not what is said in another way or by another part of it.
bool is_limit(const SceneItem& item, bool boxes) {
  if (item.label.empty() || std::holds_alternative<TextShape>(item.shape) || item.meaning == "terrain" || item.meaning == "loose")
    return false;
  if (boxes && item.meaning == "legal_move") return false;  // its digit, its need or what is left stands there
  if (boxes && box_named(item.label)) return false;         // which box it is the edge of the table says
  if (item.meaning == "owed") return false;                 // said in the arrow
  const auto* line = std::get_if<Polygon>(&item.shape);
  // Boxes in an arc need no number each, an open arc's sides say what it is; why not the tip and the panel say.
  if (item.meaning == "arc_of_fire" && (boxes || (line != nullptr && !line->closed))) return false;
  return item.meaning != "not_a_target" && item.meaning != "illegal_move";
}

void write_zone(Labelling& on, const SceneItem& zone, const Box& box) {
  const Pen& pen = on.pen;
  std::string words = "zone of " + zone.about;
  if (pen.width_of(words, kLabel) + pen.px(8) > box.w && box.w > pen.px(72)) words = "zone";  // its lines say whose
  if (!zone.about.empty() && pen.width_of(words, kLabel) + pen.px(8) <= box.w)
    write_label(on, {box.x + box.w / 2, box.y + box.h - pen.px(11)}, words);
}

/// True where the selected unit looks down the screen, as from the other seat.
bool looks_down(const Labelling& on) {
  return std::any_of(on.units.begin(), on.units.end(), [&](const UnitView* unit) {
    if (!on.selected(*unit) || unit->round) return false;
    const std::vector<Px> outline = on_page(on.fit, unit->outline);
    return outline[0].y + outline[1].y > outline[2].y + outline[3].y + 1;
  });
}

/// Names of zones, and of limits where the selected unit looks.
void write_limits(Labelling& on) {
  const bool turned = looks_down(on);
  // On open ground many rings of one kind say the same: once is enough. Boxes speak each for itself.
  std::set<std::pair<std::string, std::string>> said;
  for (const SceneItem& item : on.view.scene.items) {
    if (!is_limit(item, on.boxes)) continue;
    if (!on.boxes && !said.emplace(item.meaning, item.label).second) continue;
    const bool zone = item.meaning.starts_with("zoc");  // once for each unit it belongs to
    if (zone && (!zone_matters(item, on.view.scene) || !said.emplace("zoc", item.about).second)) continue;
    const Outline outline = outline_of(item, 1.0);
    if (outline.points.empty()) continue;
    const Box box = around(on_page(on.fit, outline.points));
    if (!on.in_sight(box)) continue;
    if (zone) {
      write_zone(on, item, box);
      continue;
    }
    const double far = turned ? box.y + box.h - on.pen.px(13) : box.y + on.pen.px(13);
    write_label(on, limit_label(on.view, on.fit, item).value_or(Px{box.x + box.w / 2, far}), item.label);
  }
}

void write_terrain(Labelling& on) {
  Pen& pen = on.pen;
  for (const SceneItem& item : on.view.scene.items) {
    if (item.meaning != "terrain" || item.label.empty()) continue;
    const Outline outline = outline_of(item, 1.0);
    if (outline.points.empty()) continue;
    const Box box = around(on_page(on.fit, outline.points));
    if (!on.in_sight(box)) continue;
    // Lower right, else upper right: beside its own ground the word would speak of another.
    const double width = pen.width_of(item.label, kLabel) + pen.px(8), height = pen.px(18);
    const Box lower{box.x + box.w - width - pen.px(4), box.y + box.h - height - pen.px(2), width, height};
    auto place = on.board.place(lower, 0);
    if (!place) place = on.board.place({lower.x, box.y + pen.px(2), width, height}, 0);
    if (!place) continue;
    casing(pen, *place);
    pen.text(place->x + pen.px(4), place->y + height / 2, item.label, kLabel, Paint{0xF4, 0xF2, 0xEC, 255});
  }
}

}  // namespace

Labelling::Labelling(Pen& on, const ViewState& shown, const TableFit& at)
    : pen(on), view(shown), fit(at), board(at.box()), boxes(has_boxes(shown.scene)), pictured(shown.picture.image && shown.show_picture) {
  for (const UnitView& unit : view.units)
    if (unit.on_table && unit.outline.size() == 4 && in_sight(around(on_page(fit, unit.outline)))) units.push_back(&unit);
  std::stable_partition(units.begin(), units.end(), [&](const UnitView* unit) { return selected(*unit); });
}

bool Labelling::in_sight(const Box& box) const {
  const Box shown = fit.box();
  return box.x + box.w > shown.x && box.x < shown.x + shown.w && box.y + box.h > shown.y && box.y < shown.y + shown.h;
}

/// What is written first gets its room: state and name of units, then what may be done, then limits, names and ground.
void table_labels(Pen& pen, const ViewState& view, const TableFit& fit) {
  Labelling on(pen, view, fit);
  draw_map(pen, view, fit, on.board);
  keep_units_free(on);
  keep_tokens_free(on);
  keep_loose_free(on);
  for (const SceneItem& item : view.scene.items)
    if (is_number(item)) on.board.keep_free(number_box(pen, fit, item));
  write_plates(on);
  write_loose(on);
  draw_numbers(on);
  draw_work(pen, view, fit, on.board);
  draw_orders(pen, view, fit, on.board);
  draw_measures(pen, view, fit, on.board);
  write_unseen(on);
  write_limits(on);
  write_names(on);
  write_terrain(on);
  draw_measure_card(pen, view, fit, on.board.taken());
  draw_tip(pen, view, fit, on.board.taken());
}

}  // namespace polemarch::ui::page
