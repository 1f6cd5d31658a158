#include "ui/page/table_labels.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "ui/page/glyphs.hpp"
#include "ui/page/label_board.hpp"
#include "ui/page/plates.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kPlate = 22, kName = 14, kLabel = 14;
constexpr double kNamesFrom = 1500;  ///< width of a page from which names are written behind the plates

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

/// The box of a text behind the rear edge of a unit: `away` pixels from it.
Box behind_rear(const std::vector<Px>& outline, double away, double width, double height) {
  const Px front{(outline[0].x + outline[1].x) / 2, (outline[0].y + outline[1].y) / 2};
  const Px rear{(outline[2].x + outline[3].x) / 2, (outline[2].y + outline[3].y) / 2};
  const double long_way = std::hypot(rear.x - front.x, rear.y - front.y);
  const Px out = long_way > 0 ? Px{(rear.x - front.x) / long_way, (rear.y - front.y) / long_way} : Px{0, 1};
  const double reach = away + (std::abs(out.x) * width + std::abs(out.y) * height) / 2;
  return {rear.x + out.x * reach - width / 2, rear.y + out.y * reach - height / 2, width, height};
}

void casing(Pen& pen, Box box) { pen.rect(box, Paint{0x0A, 0x0E, 0x12, 184}, {}, 1, 3); }

/// Letters of columns and numbers of rows outside the table, where its seat's lower and left edges are.
void coordinates(Pen& pen, const ViewState& view, const TableFit& fit) {
  const Box table = fit.box();
  std::map<std::string, Px> at;
  for (const SceneItem& item : view.scene.items)
    if (item.meaning == "box_name") at[std::get<TextShape>(item.shape).text] = fit.to_px(std::get<TextShape>(item.shape).at);
  if (!at.contains("a1") || !at.contains("b1") || !at.contains("a2") || view.quarter_turns % 2 != 0) return;
  // Names stand near a corner of their boxes: a step along the row and one along the column lead to the middle.
  const bool upright = view.quarter_turns == 0;
  const double half_column = (at["b1"].x - at["a1"].x) * 0.36;
  const double half_row = std::abs(at["a2"].y - at["a1"].y) * (upright ? -0.38 : 0.38);
  for (const auto& [name, corner] : at) {
    const std::size_t digits = name.find_first_of("0123456789");
    const std::string column = name.substr(0, digits), row = name.substr(digits);
    const double wide = pen.width_of(column, kLabel), high = pen.width_of(row, kLabel);
    if (row == "1")
      pen.text(corner.x + half_column - wide / 2, upright ? table.y + table.h + pen.px(12) : table.y - pen.px(9), column, kLabel,
               pen.theme().second);
    if (column == "a")
      pen.text(upright ? table.x - pen.px(5) - high : table.x + table.w + pen.px(5), corner.y + half_row, row, kLabel, pen.theme().second);
  }
}

void write_label(Pen& pen, LabelBoard& board, Px middle, const std::string& words) {
  const double width = pen.width_of(words, kLabel) + pen.px(8), height = pen.px(18);
  const auto place = board.place({middle.x - width / 2, middle.y - height / 2, width, height}, pen.px(1));
  if (!place) {  // the words are in the tip and on the panel
    pen.disc(middle, 4, pen.theme().text, Paint{0x0A, 0x0E, 0x12, 255}, 1.5);
    return;
  }
  casing(pen, *place);
  pen.text(place->x + pen.px(4), place->y + height / 2, words, kLabel, Paint{0xF4, 0xF2, 0xEC, 255});
}

/// Corners round a place.
void brackets(Pen& pen, const std::vector<Px>& corners) {
  if (corners.size() != 4) return;
  for (const auto& [paint, width] : {std::pair{Paint{0x0A, 0x0E, 0x12, 235}, 7.0}, {pen.theme().allowed, 4.0}})
    for (std::size_t i = 0; i < 4; ++i) {
      const Px here = corners[i];
      for (const Px there : {corners[(i + 1) % 4], corners[(i + 3) % 4]}) {
        const double length = std::hypot(there.x - here.x, there.y - here.y);
        if (length < 1) continue;
        const double leg = std::min(pen.px(22), length / 3) / length, in = std::min(pen.px(4), length / 8) / length;
        const Px other = corners[(i + 2) % 4];
        const double diagonal = std::hypot(other.x - here.x, other.y - here.y);
        const Px from{here.x + (other.x - here.x) * in * length * 1.4 / diagonal,
                      here.y + (other.y - here.y) * in * length * 1.4 / diagonal};
        pen.line(from, {from.x + (there.x - here.x) * leg, from.y + (there.y - here.y) * leg}, paint, width);
      }
    }
}

/// The places the orders on this page lead to, with the same digit as on the panel and what has to be thrown. False where there is none.
bool orders(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board) {
  std::vector<Px> done;
  for (const OptionView& offer : view.offers) {
    if (!offer.allowed || offer.region.size() != 4 || offer.key.empty() || offer.key[0] == '#' || offer.key[0] == '-') continue;
    const std::vector<Px> corners = on_page(fit, offer.region);
    const Box box = around(corners);
    const Px middle{box.x + box.w / 2, box.y + box.h / 2};
    const bool again =
        std::any_of(done.begin(), done.end(), [&](const Px& other) { return std::hypot(other.x - middle.x, other.y - middle.y) < 4; });
    if (again) continue;
    done.push_back(middle);
    brackets(pen, corners);
    const double cap = pen.key_cap_width(offer.key, 24), need = offer.need.empty() ? 0 : need_width(pen, offer.need) + pen.px(6);
    const double height = pen.px(offer.need.empty() ? 26 : 32);
    const auto place = board.place({middle.x - (cap + need) / 2, box.y + pen.px(6), cap + need, height}, pen.px(1));
    if (!place) continue;
    pen.key_cap(place->x, place->y + height / 2, offer.key, true, 24);
    if (need > 0) draw_need(pen, place->x + cap + pen.px(6), place->y + height / 2, offer.need, offer.need_card);
    pen.hit(*place, offer.intent);
  }
  return !done.empty();
}

}  // namespace

bool written_by_page(const SceneItem& item) { return item.meaning == "name" || item.meaning == "box_name"; }

void table_labels(Pen& pen, const ViewState& view, const TableFit& fit) {
  LabelBoard board(fit.box());
  coordinates(pen, view, fit);
  std::vector<const UnitView*> units;
  for (const UnitView& unit : view.units)
    if (unit.on_table && unit.outline.size() == 4) units.push_back(&unit);
  for (const UnitView* unit : units) {
    Box box = around(on_page(fit, unit->outline));
    board.keep_free(box);
  }
  std::stable_sort(units.begin(), units.end(),
                   [&](const UnitView* a, const UnitView* b) { return (a->unit.text == view.selected) > (b->unit.text == view.selected); });
  const auto shows = [](const UnitView& unit, std::initializer_list<engine::Glyph> glyphs) {
    return std::any_of(unit.marks.begin(), unit.marks.end(),
                       [&](const engine::StateMark& mark) { return std::find(glyphs.begin(), glyphs.end(), mark.glyph) != glyphs.end(); });
  };
  using engine::Glyph;
  for (const UnitView* unit : units) {
    const double width = state_plate_width(pen, *unit, kPlate), height = pen.px(kPlate);
    const bool selected = unit->unit.text == view.selected;
    if (shows(*unit, {Glyph::Camp}) && !selected) {  // its tent says what it is; who it is the panel says
      const Box base = around(on_page(fit, unit->outline));
      const double size = std::min(base.w, base.h) * 0.8;
      draw_glyph(pen, Glyph::Camp, {base.x + (base.w - size) / 2, base.y + (base.h - size) / 2}, size, pen.theme().ink_on(unit->side));
      continue;
    }
    const Box wanted = behind_rear(on_page(fit, unit->outline), pen.px(2), width, height);
    const auto free = board.place(wanted, pen.px(1));
    if (!free && !selected && shows(*unit, {Glyph::General, Glyph::SeniorGeneral})) continue;  // his token stands there
    const Box place = free.value_or(wanted);
    if (unit->unit.text == view.selected)
      pen.rect({place.x - pen.px(2), place.y - pen.px(2), place.w + pen.px(4), place.h + pen.px(4)}, {}, pen.theme().selected, 2.5);
    state_plate(pen, place.x, place.y + height / 2, *unit, kPlate);
  }
  const bool ordered = orders(pen, view, fit, board);
  draw_measures(pen, view, fit, board);
  for (const UnitView* unit : units)
    if (unit->hidden && unit->unseen_s >= 2) {
      const Box box = around(on_page(fit, unit->outline));
      write_label(pen, board, {box.x + box.w / 2, box.y - pen.px(10)},
                  "hidden for " + std::to_string(static_cast<int>(unit->unseen_s)) + " s");
    }
  // On open ground many rings of one kind say the same: once is enough. Boxes speak each for itself.
  const bool boxes =
      std::any_of(view.scene.items.begin(), view.scene.items.end(), [](const SceneItem& item) { return item.meaning == "box_name"; });
  std::set<std::pair<std::string, std::string>> said;
  for (const SceneItem& item : view.scene.items) {
    if (item.label.empty() || std::holds_alternative<TextShape>(item.shape) || item.meaning == "terrain") continue;
    if (!boxes && !said.emplace(item.meaning, item.label).second) continue;
    if (ordered && item.meaning == "legal_move") continue;  // its digit and its need stand there
    const Outline outline = outline_of(item, 1.0);
    if (outline.points.empty()) continue;
    const Box box = around(on_page(fit, outline.points));
    write_label(pen, board, {box.x + box.w / 2, box.y + pen.px(13)}, item.label);
  }
  const bool names =
      std::none_of(view.layers.begin(), view.layers.end(), [](const LayerView& layer) { return layer.id == "names" && !layer.on; });
  if (names && fit.box().w >= 0.62 * kNamesFrom)
    for (const UnitView* unit : units) {
      if (unit->name.empty() || unit->name == unit->unit.text) continue;
      const auto outline = on_page(fit, unit->outline);
      const double room = std::max(around(outline).w, pen.px(86)) + pen.px(6);
      std::string name = unit->name;
      while (pen.width_of(name, kName) > room && name.find(' ') != std::string::npos) name.resize(name.find_last_of(' '));
      for (const char* word : {" the", " of", " and", " a"})  // a cut name does not end in a little word
        if (name.size() < unit->name.size() && name.ends_with(word)) name.resize(name.size() - std::string_view(word).size());
      if (pen.width_of(name, kName) > room) continue;
      const double width = pen.width_of(name, kName) + pen.px(8), height = pen.px(16);
      const auto place = board.place(behind_rear(outline, pen.px(kPlate + 4), width, height), 0);
      if (!place) continue;
      casing(pen, *place);
      pen.text(place->x + pen.px(4), place->y + height / 2, name, kName, Paint{0xF4, 0xF2, 0xEC, 255});
    }
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "terrain" || item.label.empty()) continue;
    const Outline outline = outline_of(item, 1.0);
    if (outline.points.empty()) continue;
    const Box box = around(on_page(fit, outline.points));
    const double width = pen.width_of(item.label, kLabel);
    write_label(pen, board, {box.x + box.w - width / 2 - pen.px(8), box.y + box.h - pen.px(11)}, item.label);
  }
  draw_tip(pen, view, fit, board.taken());
}

}  // namespace polemarch::ui::page
