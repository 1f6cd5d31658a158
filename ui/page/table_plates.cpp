#include <algorithm>
#include <cmath>

#include "ui/page/glyphs.hpp"
#include "ui/page/labelling.hpp"
#include "ui/page/plates.hpp"

namespace polemarch::ui::page {

namespace {

using engine::Glyph;

constexpr double kName = 14;         ///< type of a unit's name
constexpr double kNamesFrom = 1500;  ///< width of a page from which names are written behind the plates
constexpr Paint kOnCasing{0xF4, 0xF2, 0xEC, 255};

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

/// A click on a plate or a name is one on its unit: a base of a small scale is lower than a finger is wide.
void stands_for(Pen& pen, const Box& box, const UnitId& unit) { pen.hit(box, SelectAt{{}, false, unit}); }

/// The name on the base; its state in glyphs behind the rear edge.
void plate_inside(Labelling& on, const UnitView& unit) {
  Pen& pen = on.pen;
  const std::vector<Px> corners = on_page(on.fit, unit.outline);
  const Box box = around(corners);
  const Px middle{box.x + box.w / 2, box.y + box.h / 2};
  pen.text(middle.x - pen.width_of(unit.unit.text, 17, Face::Bold) / 2, middle.y, unit.unit.text, 17, pen.theme().ink_on(unit.side),
           Face::Bold);
  UnitView state = unit;
  state.unit.text.clear();
  if (state.marks.empty() && !state.moving) return;
  const double width = state_marks_width(pen, state, kPlate), height = pen.px(kPlate);
  if (const auto place = on.board.place(behind_rear(corners, pen.px(1), width, height), pen.px(1))) {
    state_marks(pen, place->x, place->y + height / 2, state, kPlate);
    stands_for(pen, *place, unit.unit);
  }
}

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

/// Where a plate of this width finds room: behind the rear edge, else as far behind as a token is wide, beside a flank, before the front.
std::optional<Box> place_plate(Labelling& on, const std::vector<Px>& outline, double width) {
  const Pen& pen = on.pen;
  const double height = pen.px(kPlate), gap = pen.px(2);
  const Box base = around(outline);
  const double x = base.x + (base.w - width) / 2, y = base.y + (base.h - height) / 2;
  for (const Box& wanted : {behind_rear(outline, gap, width, height), behind_rear(outline, pen.px(44), width, height),
                            Box{base.x + base.w + gap, y, width, height}, Box{base.x - gap - width, y, width, height},
                            Box{x, base.y + base.h + gap, width, height}, Box{x, base.y - gap - height, width, height}})
    if (const auto place = on.board.place(wanted, pen.px(1))) return place;
  return std::nullopt;
}

bool shows(const UnitView& unit, std::initializer_list<Glyph> glyphs) {
  return std::any_of(unit.marks.begin(), unit.marks.end(),
                     [&](const engine::StateMark& mark) { return std::find(glyphs.begin(), glyphs.end(), mark.glyph) != glyphs.end(); });
}

bool is_leader(const UnitView& unit) { return unit.round && shows(unit, {Glyph::General, Glyph::SeniorGeneral, Glyph::Hero}); }

/// What a unit's plate tells.
UnitView on_plate(const Labelling& on, const UnitView& unit) {
  constexpr double kLeaderName = 130;
  UnitView plate = unit;
  // While a base is to be moved its plate leaves room for arrow and ghost.
  const bool owed = std::any_of(on.view.owed.begin(), on.view.owed.end(), [&](const OwedView& one) { return one.unit == unit.unit; });
  if (owed && !on.selected(unit)) plate.marks.clear();
  // Nobody knows a leader by his number: his plate bears his name.
  if (is_leader(plate) && !unit.name.empty()) plate.unit.text = on.pen.fitted(unit.name, on.pen.px(kLeaderName), kPlate * 0.7, Face::Bold);
  return plate;
}

/// A tent says what it is; who it is the panel says.
void draw_tent(Labelling& on, const UnitView& camp) {
  const Box base = around(on_page(on.fit, camp.outline));
  const double size = std::min(base.w, base.h) * 0.8;
  draw_glyph(on.pen, Glyph::Camp, {base.x + (base.w - size) / 2, base.y + (base.h - size) / 2}, size, on.pen.theme().ink_on(camp.side));
}

/// Where a plate of this width stands that found no room: on its own base, and that of a token, which may stand on another base, behind it.
Box forced_place(const Labelling& on, const UnitView& unit, const std::vector<Px>& outline, double width) {
  const double height = on.pen.px(kPlate);
  const Box base = around(outline), shown = on.fit.box();
  if (!unit.round) return {base.x + (base.w - width) / 2, base.y + (base.h - height) / 2, width, height};
  Box wanted = behind_rear(outline, on.pen.px(2), width, height);
  wanted.x = std::clamp(wanted.x, shown.x, std::max(shown.x, shown.x + shown.w - width));
  wanted.y = std::clamp(wanted.y, shown.y, std::max(shown.y, shown.y + shown.h - height));
  return wanted;
}

/// A plate beside its base; where there is no room for all of it its marks are left to the panel. A leader who is not selected goes without
/// then.
void plate_outside(Labelling& on, const UnitView& unit, UnitView plate) {
  Pen& pen = on.pen;
  const bool leads = is_leader(plate), selected = on.selected(unit);
  const std::vector<Px> outline = on_page(on.fit, unit.outline);
  std::optional<Box> place = place_plate(on, outline, state_plate_width(pen, plate, kPlate));
  if (!place && leads && !selected) return;
  if (!place) {
    plate.marks.clear(), plate.hidden = plate.moving = false;
    const double least = state_plate_width(pen, plate, kPlate);
    place = place_plate(on, outline, least);
    if (!place) place = forced_place(on, unit, outline, least);
    on.board.keep_free(*place);
  }
  if (selected)
    pen.rect({place->x - pen.px(2), place->y - pen.px(2), place->w + pen.px(4), place->h + pen.px(4)}, {}, pen.theme().selected, 2.5);
  state_plate(pen, place->x, place->y + pen.px(kPlate) / 2, plate, kPlate);
  stands_for(pen, *place, unit.unit);
  if (leads) on.on_plates.insert(unit.unit);
}

/// The whole name behind the unit, or behind its plate where that stands there; else as many of its words as find room.
void write_name(Labelling& on, const UnitView& unit) {
  Pen& pen = on.pen;
  const std::vector<Px> outline = on_page(on.fit, unit.outline);
  const double room = std::max(around(outline).w, pen.px(86)) + pen.px(20), height = pen.px(16);
  for (std::string name = unit.name; !name.empty(); name = shorter(name, unit.name)) {
    const double width = pen.width_of(name, kName, Face::Bold) + pen.px(8);
    if (width > room) continue;
    for (const double gap : {4.0, kPlate + 4.0, kPlate + 12.0, kPlate + 20.0}) {
      const auto place = on.board.place(behind_rear(outline, pen.px(gap), width, height), 0);
      if (!place) continue;
      casing(pen, *place);
      stands_for(pen, *place, unit.unit);
      pen.text(place->x + pen.px(4), place->y + height / 2, name, kName, kOnCasing, Face::Bold);
      return;
    }
  }
}

}  // namespace

bool in_square(const Labelling& on, const UnitView& unit) {
  const Pen& pen = on.pen;
  if (on.pictured || unit.hidden || unit.round) return false;
  const std::vector<Px> corners = on_page(on.fit, unit.outline);
  const double wide = std::hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y);
  const double deep = std::hypot(corners[2].x - corners[1].x, corners[2].y - corners[1].y);
  return wide < 1.6 * deep && deep < 1.6 * wide && deep >= pen.px(32) &&
         std::min(wide, deep) >= pen.width_of(unit.unit.text, 17, Face::Bold) + pen.px(8);
}

void write_plates(Labelling& on) {
  for (const UnitView* unit : on.units) {
    const UnitView plate = on_plate(on, *unit);
    const bool selected = on.selected(*unit);
    if (shows(plate, {Glyph::Camp}) && !selected) {
      draw_tent(on, *unit);
    } else if (in_square(on, plate) && !shows_troops(on.view.scene, *unit)) {
      plate_inside(on, plate);
    } else if (!is_leader(plate) || !on.boxes || selected) {  // in a box a leader's token says who he is
      plate_outside(on, *unit, plate);
    }
  }
}

void write_unseen(Labelling& on) {
  Pen& pen = on.pen;
  constexpr double kWords = 16;
  const auto unseen = [](const UnitView* unit) { return unit->hidden && unit->unseen_s >= 2; };
  const bool nearly_all = std::count_if(on.units.begin(), on.units.end(), unseen) * 4 > static_cast<std::ptrdiff_t>(on.units.size()) * 3;
  if (nearly_all && on.units.size() > 4) return;  // the camera's card says so
  for (const UnitView* unit : on.units) {
    if (!unseen(unit)) continue;
    const Box box = around(on_page(on.fit, unit->outline));
    const std::string words = "hidden " + say_duration(unit->unseen_s);
    const double width = pen.width_of(words, kWords, Face::Bold) + pen.px(16), height = pen.px(26);
    const auto place = on.board.place({box.x + (box.w - width) / 2, box.y - height - pen.px(4), width, height}, pen.px(1));
    if (!place) continue;
    pen.rect(*place, Paint{0x0A, 0x0E, 0x12, 235}, {}, 1, 3);
    pen.rect({place->x, place->y, pen.px(4), height}, dark_theme().doubt);
    pen.text(place->x + pen.px(10), place->y + height / 2, words, kWords, kOnCasing, Face::Bold);
  }
}

void write_names(Labelling& on) {
  const auto off = [](const LayerView& layer) { return layer.id == "names" && !layer.on; };
  if (std::ranges::any_of(on.view.layers, off) || on.fit.box().w < 0.62 * kNamesFrom) return;
  // In a small box a base bears its number: its name, and that of a leader who stands with it, would lie on its neighbours.
  constexpr double kBoxNamed = 90;
  const auto boxed = [&](const UnitView& one) {
    return on.boxes && in_square(on, one) && around(on_page(on.fit, one.outline)).w < on.pen.px(kBoxNamed);
  };
  const auto beside_boxed = [&](const UnitView& one) {
    return one.round && std::any_of(on.units.begin(), on.units.end(), [&](const UnitView* other) {
             return !other->round && contains(other->outline, one.at) && boxed(*other);
           });
  };
  for (const UnitView* unit : on.units) {
    const std::string& number = unit->unit.text;
    if (unit->name.empty() || unit->name == number || on.on_plates.contains(unit->unit)) continue;
    if (number.find('.') != std::string::npos) continue;  // a base that stands alone: its formation has the name
    if (!boxed(*unit) && !beside_boxed(*unit)) write_name(on, *unit);
  }
}

}  // namespace polemarch::ui::page
