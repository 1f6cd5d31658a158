#include "ui/page/table_labels.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "models/box_name.hpp"
#include "ui/page/glyphs.hpp"
#include "ui/page/label_board.hpp"
#include "ui/page/plates.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kPlate = 22, kName = 14, kLabel = 14;
constexpr double kNamesFrom = 1500;  ///< width of a page from which names are written behind the plates

/// The box of a text behind the rear edge of a unit: `away` pixels from it.
Box behind_rear(const std::vector<Px>& outline, double away, double width, double height) {
  const Px front{(outline[0].x + outline[1].x) / 2, (outline[0].y + outline[1].y) / 2};
  const Px rear{(outline[2].x + outline[3].x) / 2, (outline[2].y + outline[3].y) / 2};
  const double long_way = std::hypot(rear.x - front.x, rear.y - front.y);
  const Px out = long_way > 0 ? Px{(rear.x - front.x) / long_way, (rear.y - front.y) / long_way} : Px{0, 1};
  const double reach = away + (std::abs(out.x) * width + std::abs(out.y) * height) / 2;
  return {rear.x + out.x * reach - width / 2, rear.y + out.y * reach - height / 2, width, height};
}

/// Who stands on the bases is drawn: a name across it could be read by nobody.
bool shows_troops(const Scene& scene, const UnitView& unit) {
  return std::any_of(scene.items.begin(), scene.items.end(), [&](const SceneItem& item) {
    const auto* line = std::get_if<Polygon>(&item.shape);
    return item.meaning == "troops" && line != nullptr && !line->points.empty() && contains(unit.outline, line->points.front());
  });
}

/// A drawn base about as deep as it is wide has room for its name on it, where the name of a unit beside it covers nothing.
bool in_square(const Pen& pen, const UnitView& unit, const TableFit& fit, bool pictured) {
  if (pictured || unit.hidden || unit.round) return false;
  const std::vector<Px> corners = on_page(fit, unit.outline);
  const double wide = std::hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y);
  const double deep = std::hypot(corners[2].x - corners[1].x, corners[2].y - corners[1].y);
  return wide < 1.6 * deep && deep < 1.6 * wide && deep >= pen.px(32) &&
         std::min(wide, deep) >= pen.width_of(unit.unit.text, 17, Face::Bold) + pen.px(8);
}

/// A click on a plate or a name is one on its unit: a base of a small scale is lower than a finger is wide.
void stands_for(Pen& pen, const Box& box, const UnitId& unit) { pen.hit(box, SelectAt{{}, false, unit}); }

/// The name on the base; its state in glyphs behind the rear edge.
void plate_inside(Pen& pen, const UnitView& unit, const TableFit& fit, LabelBoard& board) {
  const std::vector<Px> corners = on_page(fit, unit.outline);
  const Box box = around(corners);
  const Px middle{box.x + box.w / 2, box.y + box.h / 2};
  pen.text(middle.x - pen.width_of(unit.unit.text, 17, Face::Bold) / 2, middle.y, unit.unit.text, 17, pen.theme().ink_on(unit.side),
           Face::Bold);
  UnitView state = unit;
  state.unit.text.clear();
  if (state.marks.empty() && !state.moving) return;
  const double width = state_marks_width(pen, state, kPlate), height = pen.px(kPlate);
  if (const auto place = board.place(behind_rear(corners, pen.px(1), width, height), pen.px(1))) {
    state_marks(pen, place->x, place->y + height / 2, state, kPlate);
    stands_for(pen, *place, unit.unit);
  }
}

void casing(Pen& pen, Box box) { pen.rect(box, Paint{0x0A, 0x0E, 0x12, 184}, {}, 1, 3); }

/// A name without its last word, and without a little word at its end then; empty where nothing is left.
std::string shorter(std::string name, const std::string& whole) {
  const std::size_t space = name.find_last_of(' ');
  if (space == std::string::npos) return {};
  name.resize(space);
  for (const char* word : {" the", " of", " and", " a"})
    if (name.ends_with(word)) name.resize(name.size() - std::string_view(word).size());
  if (name == "The" || name == "A") return {};
  if (name.ends_with("'") || name.ends_with("'s")) return name.size() + 1 < whole.size() ? whole.substr(name.size() + 1) : std::string();
  return name;
}

void write_label(Pen& pen, LabelBoard& board, Px middle, const std::string& words) {
  const double width = pen.width_of(words, kLabel) + pen.px(8), height = pen.px(18);
  const auto place = board.place({middle.x - width / 2, middle.y - height / 2, width, height}, pen.px(1));
  if (!place) {  // the words are in the tip and on the panel
    const bool over_words = std::any_of(board.taken().begin(), board.taken().end(), [&](const Box& box) {
      return middle.x > box.x && middle.x < box.x + box.w && middle.y > box.y && middle.y < box.y + box.h;
    });
    if (!over_words) pen.disc(middle, 4, pen.theme().text, Paint{0x0A, 0x0E, 0x12, 255}, 1.5);
    return;
  }
  casing(pen, *place);
  pen.text(place->x + pen.px(4), place->y + height / 2, words, kLabel, Paint{0xF4, 0xF2, 0xEC, 255});
}

}  // namespace

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

/// Nothing is written over markers that no unit carries.
void keep_loose_free(const ViewState& view, const TableFit& fit, LabelBoard& board) {
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "loose") continue;
    const Box box = around(on_page(fit, outline_of(item, 1.0).points));
    board.keep_free({box.x - 2, box.y - 2, box.w + 4, box.h + 4});
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
void draw_numbers(Pen& pen, const ViewState& view, const TableFit& fit) {
  const Paint ink{0x0A, 0x0E, 0x12, 255}, paper{0xF4, 0xF2, 0xEC, 255};
  for (const SceneItem& item : view.scene.items) {
    if (!is_number(item)) continue;
    const Box box = number_box(pen, fit, item);
    const std::string& number = std::get<TextShape>(item.shape).text;
    pen.rect(box, paper, ink, 1.5, 11);
    pen.text(box.x + (box.w - pen.width_of(number, kLabel, Face::Bold)) / 2, box.y + box.h / 2, number, kLabel, ink, Face::Bold);
  }
}

/// Markers that no unit carries: dashed in the colour of doubt, over all else, with their number.
void loose_markers(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board) {
  const Paint casing_paint{0x0A, 0x0E, 0x12, 235}, line = dark_theme().doubt;
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "loose") continue;
    const std::vector<Px> corners = on_page(fit, outline_of(item, 1.0).points);
    Outline round{{}, true, false};
    for (const Px p : corners) round.points.push_back({p.x, p.y});
    for (std::size_t i = 0; i < corners.size(); ++i) pen.line(corners[i], corners[(i + 1) % corners.size()], casing_paint, 7);
    const bool hidden = item.pattern == Pattern::Dotted;
    for (const Segment& dash : dashes(round, pen.px(hidden ? 3 : 7), pen.px(hidden ? 6 : 5)))
      pen.line({dash.first.x, dash.first.y}, {dash.second.x, dash.second.y}, line, 3);
    const Box box = around(corners);
    const double width = pen.width_of(item.label, kLabel, Face::Bold) + pen.px(10), height = pen.px(20);
    const auto place = board.place({box.x + box.w / 2 - width / 2, box.y + box.h + pen.px(4), width, height}, pen.px(1));
    if (!place) continue;
    pen.rect(*place, casing_paint, line, 1.5, 3);
    pen.text(place->x + pen.px(5), place->y + height / 2, item.label, kLabel, Paint{0xF4, 0xF2, 0xEC, 255}, Face::Bold);
  }
}

}  // namespace

namespace {

/// Where a plate of this width finds room: behind the rear edge, else as far behind as a token is wide, beside a flank, before the front.
std::optional<Box> place_plate(const Pen& pen, const std::vector<Px>& outline, double width, LabelBoard& board) {
  const double height = pen.px(kPlate), gap = pen.px(2);
  const Box base = around(outline);
  const double x = base.x + (base.w - width) / 2, y = base.y + (base.h - height) / 2;
  for (const Box& wanted : {behind_rear(outline, gap, width, height), behind_rear(outline, pen.px(44), width, height),
                            Box{base.x + base.w + gap, y, width, height}, Box{base.x - gap - width, y, width, height},
                            Box{x, base.y + base.h + gap, width, height}, Box{x, base.y - gap - height, width, height}})
    if (const auto place = board.place(wanted, pen.px(1))) return place;
  return std::nullopt;
}

}  // namespace

void table_labels(Pen& pen, const ViewState& view, const TableFit& fit) {
  LabelBoard board(fit.box());
  std::vector<const UnitView*> units;
  const Box shown = fit.box();
  const auto in_sight = [&](const Box& box) {
    return box.x + box.w > shown.x && box.x < shown.x + shown.w && box.y + box.h > shown.y && box.y < shown.y + shown.h;
  };
  draw_map(pen, view, fit, board);
  for (const UnitView& unit : view.units)
    if (unit.on_table && unit.outline.size() == 4 && in_sight(around(on_page(fit, unit.outline)))) units.push_back(&unit);
  for (const UnitView* unit : units) {
    Box box = around(on_page(fit, unit->outline));
    if (unit->round) {
      const double radius = token_radius(pen, box.w / 2) + pen.px(2);
      box = {box.x + box.w / 2 - radius, box.y + box.h / 2 - radius, 2 * radius, 2 * radius};
    }
    board.keep_free(box);
  }
  keep_loose_free(view, fit, board);
  for (const SceneItem& item : view.scene.items)
    if (is_number(item)) board.keep_free(number_box(pen, fit, item));
  std::stable_sort(units.begin(), units.end(),
                   [&](const UnitView* a, const UnitView* b) { return (a->unit.text == view.selected) > (b->unit.text == view.selected); });
  const auto shows = [](const UnitView& unit, std::initializer_list<engine::Glyph> glyphs) {
    return std::any_of(unit.marks.begin(), unit.marks.end(),
                       [&](const engine::StateMark& mark) { return std::find(glyphs.begin(), glyphs.end(), mark.glyph) != glyphs.end(); });
  };
  using engine::Glyph;
  // Nobody knows a leader by his number: his plate bears his name.
  constexpr double kLeaderName = 130;
  const auto leader = [&](const UnitView& one) { return one.round && shows(one, {Glyph::General, Glyph::SeniorGeneral}); };
  std::set<UnitId> on_plates;
  const bool pictured = view.picture.image && view.show_picture;
  for (const UnitView* shown_unit : units) {
    // While a base is to be moved its plate leaves room for arrow and ghost.
    UnitView plain = *shown_unit;
    const bool owed = std::any_of(view.owed.begin(), view.owed.end(), [&](const OwedView& one) { return one.unit == plain.unit; });
    if (owed && plain.unit.text != view.selected) plain.marks.clear();
    const UnitView* unit = &plain;
    const bool selected = unit->unit.text == view.selected, leads = leader(*unit);
    if (leads && !plain.name.empty()) plain.unit.text = pen.fitted(plain.name, pen.px(kLeaderName), kPlate * 0.7, Face::Bold);
    const double width = state_plate_width(pen, *unit, kPlate), height = pen.px(kPlate);
    if (shows(*unit, {Glyph::Camp}) && !selected) {  // its tent says what it is; who it is the panel says
      const Box base = around(on_page(fit, unit->outline));
      const double size = std::min(base.w, base.h) * 0.8;
      draw_glyph(pen, Glyph::Camp, {base.x + (base.w - size) / 2, base.y + (base.h - size) / 2}, size, pen.theme().ink_on(unit->side));
      continue;
    }
    if (in_square(pen, *unit, fit, pictured) && !shows_troops(view.scene, *unit)) {
      plate_inside(pen, *unit, fit, board);
      continue;
    }
    if (leads && has_boxes(view.scene) && !selected) continue;  // his token says who he is
    const std::vector<Px> outline = on_page(fit, unit->outline);
    std::optional<Box> free = place_plate(pen, outline, width, board);
    UnitView bare = *unit;  // its marks stand on the panel
    if (!free && !selected && leads) continue;
    if (!free) {
      bare.marks.clear(), bare.hidden = bare.moving = false;
      const double least = state_plate_width(pen, bare, kPlate);
      free = place_plate(pen, outline, least, board);
      const Box base = around(outline);
      if (!free && !unit->round)
        free = Box{base.x + (base.w - least) / 2, base.y + (base.h - height) / 2, least, height};  // on its own base
      if (!free) {  // a token may stand on another base: its plate keeps its own place
        Box wanted = behind_rear(outline, pen.px(2), least, height);
        wanted.x = std::clamp(wanted.x, shown.x, std::max(shown.x, shown.x + shown.w - least));
        wanted.y = std::clamp(wanted.y, shown.y, std::max(shown.y, shown.y + shown.h - height));
        free = wanted;
      }
      board.keep_free(*free);
    }
    const Box place = *free;
    if (selected)
      pen.rect({place.x - pen.px(2), place.y - pen.px(2), place.w + pen.px(4), place.h + pen.px(4)}, {}, pen.theme().selected, 2.5);
    state_plate(pen, place.x, place.y + height / 2, bare, kPlate);
    stands_for(pen, place, shown_unit->unit);
    if (leads) on_plates.insert(shown_unit->unit);
  }
  loose_markers(pen, view, fit, board);
  draw_numbers(pen, view, fit);
  draw_work(pen, view, fit, board);
  draw_orders(pen, view, fit, board);
  draw_measures(pen, view, fit, board);
  const auto unseen = [](const UnitView* unit) { return unit->hidden && unit->unseen_s >= 2; };
  const bool nearly_all = std::count_if(units.begin(), units.end(), unseen) * 4 > static_cast<std::ptrdiff_t>(units.size()) * 3;
  for (const UnitView* unit : units)  // where hardly anything is in sight the camera's card says so
    if (unseen(unit) && !(nearly_all && units.size() > 4)) {
      const Box box = around(on_page(fit, unit->outline));
      const std::string words = "hidden " + say_duration(unit->unseen_s);
      const double width = pen.width_of(words, 16, Face::Bold) + pen.px(16), height = pen.px(26);
      const auto place = board.place({box.x + (box.w - width) / 2, box.y - height - pen.px(4), width, height}, pen.px(1));
      if (!place) continue;
      pen.rect(*place, Paint{0x0A, 0x0E, 0x12, 235}, {}, 1, 3);
      pen.rect({place->x, place->y, pen.px(4), height}, dark_theme().doubt);
      pen.text(place->x + pen.px(10), place->y + height / 2, words, 16, Paint{0xF4, 0xF2, 0xEC, 255}, Face::Bold);
    }
  // A limit is written where the selected unit looks: at the lower end where it looks down the screen, as from the other seat.
  const bool turned = std::any_of(units.begin(), units.end(), [&](const UnitView* unit) {
    if (unit->unit.text != view.selected || unit->round || unit->outline.size() < 4) return false;
    const std::vector<Px> outline = on_page(fit, unit->outline);
    return outline[0].y + outline[1].y > outline[2].y + outline[3].y + 1;
  });
  // On open ground many rings of one kind say the same: once is enough. Boxes speak each for itself.
  const bool boxes = has_boxes(view.scene);
  std::set<std::pair<std::string, std::string>> said;
  for (const SceneItem& item : view.scene.items) {
    if (item.label.empty() || std::holds_alternative<TextShape>(item.shape) || item.meaning == "terrain" || item.meaning == "loose")
      continue;
    if (!boxes && !said.emplace(item.meaning, item.label).second) continue;
    if (boxes && item.meaning == "legal_move") continue;  // its digit, its need or what is left stands there
    if (boxes && box_named(item.label)) continue;         // which box it is the edge of the table says
    if (item.meaning == "owed") continue;                 // said in the arrow
    const auto* line = std::get_if<Polygon>(&item.shape);
    // Boxes in an arc need no number each, an open arc's sides say what it is; why not the tip and the panel say.
    if (item.meaning == "arc_of_fire" && (boxes || (line != nullptr && !line->closed))) continue;
    if (item.meaning == "not_a_target" || item.meaning == "illegal_move") continue;
    const bool zone = item.meaning.starts_with("zoc");  // once for each unit it belongs to
    if (zone && (!zone_matters(item, view.scene) || !said.emplace("zoc", item.about).second)) continue;
    const Outline outline = outline_of(item, 1.0);
    if (outline.points.empty()) continue;
    const Box box = around(on_page(fit, outline.points));
    if (!in_sight(box)) continue;
    if (zone) {
      std::string words = "zone of " + item.about;
      if (pen.width_of(words, kLabel) + pen.px(8) > box.w && box.w > pen.px(72)) words = "zone";  // its lines say whose
      if (!item.about.empty() && pen.width_of(words, kLabel) + pen.px(8) <= box.w)
        write_label(pen, board, {box.x + box.w / 2, box.y + box.h - pen.px(11)}, words);
      continue;
    }
    const double far = turned ? box.y + box.h - pen.px(13) : box.y + pen.px(13);
    write_label(pen, board, limit_label(view, fit, item).value_or(Px{box.x + box.w / 2, far}), item.label);
  }
  const bool names =
      std::none_of(view.layers.begin(), view.layers.end(), [](const LayerView& layer) { return layer.id == "names" && !layer.on; });
  for (const SceneItem& item : view.scene.items)  // a token beside its unit is never written over
    if (const auto* disc = std::get_if<Circle>(&item.shape); disc != nullptr && item.meaning.starts_with("base")) {
      const Px at = fit.to_px(disc->centre);
      const double radius = token_radius(pen, disc->radius_mm * fit.scale) + pen.px(2);
      board.keep_free({at.x - radius, at.y - radius, 2 * radius, 2 * radius});
    }
  // In a small box a base bears its number: its name, and that of a leader who stands with it, would lie on its neighbours.
  constexpr double kBoxNamed = 90;
  const auto boxed = [&](const UnitView& one) {
    return boxes && in_square(pen, one, fit, pictured) && around(on_page(fit, one.outline)).w < pen.px(kBoxNamed);
  };
  const auto beside_boxed = [&](const UnitView& one) {
    return one.round && std::any_of(units.begin(), units.end(), [&](const UnitView* other) {
             return !other->round && contains(other->outline, one.at) && boxed(*other);
           });
  };
  if (names && fit.box().w >= 0.62 * kNamesFrom)
    for (const UnitView* unit : units) {
      if (unit->name.empty() || unit->name == unit->unit.text || on_plates.contains(unit->unit)) continue;
      if (boxed(*unit) || beside_boxed(*unit)) continue;
      if (unit->unit.text.find('.') != std::string::npos) continue;  // a base that stands alone: its formation has the name
      const auto outline = on_page(fit, unit->outline);
      const double room = std::max(around(outline).w, pen.px(86)) + pen.px(20), height = pen.px(16);
      std::string name;
      std::optional<Box> place;
      for (name = unit->name; !place && !name.empty();) {  // the whole name, else as many of its words as find room
        const double width = pen.width_of(name, kName, Face::Bold) + pen.px(8);
        for (const double gap : {4.0, kPlate + 4.0, kPlate + 12.0, kPlate + 20.0})  // behind its plate, where that stands behind it
          if (width <= room && !place) place = board.place(behind_rear(outline, pen.px(gap), width, height), 0);
        if (!place) name = shorter(name, unit->name);
      }
      if (!place) continue;
      casing(pen, *place);
      stands_for(pen, *place, unit->unit);
      pen.text(place->x + pen.px(4), place->y + height / 2, name, kName, Paint{0xF4, 0xF2, 0xEC, 255}, Face::Bold);
    }
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "terrain" || item.label.empty()) continue;
    const Outline outline = outline_of(item, 1.0);
    if (outline.points.empty()) continue;
    const Box box = around(on_page(fit, outline.points));
    if (!in_sight(box)) continue;
    // Lower right, else upper right: beside its own ground the word would speak of another.
    const double width = pen.width_of(item.label, kLabel) + pen.px(8), height = pen.px(18);
    const Box lower{box.x + box.w - width - pen.px(4), box.y + box.h - height - pen.px(2), width, height};
    auto place = board.place(lower, 0);
    if (!place) place = board.place({lower.x, box.y + pen.px(2), width, height}, 0);
    if (!place) continue;
    casing(pen, *place);
    pen.text(place->x + pen.px(4), place->y + height / 2, item.label, kLabel, Paint{0xF4, 0xF2, 0xEC, 255});
  }
  draw_measure_card(pen, view, fit, board.taken());
  draw_tip(pen, view, fit, board.taken());
}

}  // namespace polemarch::ui::page
