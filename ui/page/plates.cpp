#include "ui/page/plates.hpp"

#include <algorithm>

#include "ui/page/glyphs.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kGlyph = 0.76, kBetween = 4, kCount = 14, kPad = 0.32;  // of the height; pixels
constexpr Paint kGood{0x00, 0x70, 0x4E, 255}, kBad{0x8F, 0x2F, 0x69, 255};
constexpr double kNeedHigh = 30;

std::string count_of(const engine::StateMark& mark) { return mark.count > 0 ? std::to_string(mark.count) : std::string(); }

double mark_width(const Pen& pen, const engine::StateMark& mark, double height) {
  if (mark.glyph == engine::Glyph::ActivationCard && mark.count > 0)
    return std::max(pen.px(14), pen.width_of(count_of(mark), kCount, Face::Bold) + pen.px(6));
  return pen.px(height * kGlyph) + (mark.count > 0 ? pen.width_of(count_of(mark), kCount, Face::Bold) + pen.px(2) : 0);
}

}  // namespace

namespace {

double marks_width(const Pen& pen, const UnitView& unit, double height) {
  double width = 0;
  for (const engine::StateMark& mark : unit.marks) width += pen.px(kBetween) + mark_width(pen, mark, height);
  for (const bool shown : {unit.hidden, unit.moving})
    if (shown) width += pen.px(kBetween + height * kGlyph);
  return width;
}

void marks(Pen& pen, double at, double middle, const UnitView& unit, double height, Paint ink) {
  const Theme& theme = pen.theme();
  const double high = pen.px(height), size = pen.px(height * kGlyph);
  for (const engine::StateMark& mark : unit.marks) {
    at += pen.px(kBetween);
    const double wide = mark_width(pen, mark, height);
    if (mark.glyph == engine::Glyph::ActivationCard && mark.count > 0) {
      pen.rect({at, middle - high * 0.4, wide, high * 0.8}, theme.paper, {}, 1, 2);
      pen.text(at + (wide - pen.width_of(count_of(mark), kCount, Face::Bold)) / 2, middle, count_of(mark), kCount, theme.ink, Face::Bold);
    } else {
      draw_glyph(pen, mark.glyph, {at, middle - size / 2}, size, ink);
      if (mark.count > 0) pen.text(at + size + pen.px(2), middle, count_of(mark), kCount, ink, Face::Bold);
    }
    at += wide;
  }
  for (const auto& [shown, glyph] : {std::pair{unit.hidden, engine::Glyph::Hidden}, {unit.moving, engine::Glyph::BeingMoved}}) {
    if (!shown) continue;
    draw_glyph(pen, glyph, {at + pen.px(kBetween), middle - size / 2}, size, ink);
    at += pen.px(kBetween) + size;
  }
}

}  // namespace

double state_plate_width(const Pen& pen, const UnitView& unit, double height) {
  return pen.plate_width(unit.unit.text, height) + marks_width(pen, unit, height);
}

double state_plate(Pen& pen, double x, double middle, const UnitView& unit, double height) {
  const double width = state_plate_width(pen, unit, height);
  pen.plate_ground(x, middle, width, unit.side, height);
  const Paint ink = pen.theme().ink_on(unit.side);
  double at = x + pen.px(height * kPad);
  at += pen.text(at, middle, unit.unit.text, height * 0.7, ink, Face::Bold);
  marks(pen, at, middle, unit, height, ink);
  return width;
}

double state_marks_width(const Pen& pen, const UnitView& unit, double height) { return marks_width(pen, unit, height) + pen.px(kBetween); }

double state_marks(Pen& pen, double x, double middle, const UnitView& unit, double height) {
  const double width = state_marks_width(pen, unit, height), high = pen.px(height);
  pen.rect({x, middle - high / 2, width, high}, Paint{0x0A, 0x0E, 0x12, 225}, {}, 1, 3);
  marks(pen, x, middle, unit, height, Paint{0xF4, 0xF2, 0xEC, 255});
  return width;
}

double need_width(const Pen& pen, std::string_view need) { return std::max(pen.px(28), pen.width_of(need, 16, Face::Bold) + pen.px(12)); }

double draw_need(Pen& pen, double x, double middle, std::string_view need, bool card) {
  const double width = need_width(pen, need), height = pen.px(kNeedHigh);
  pen.rect({x, middle - height / 2, width, height}, pen.theme().paper, pen.theme().key_edge, 1, card ? 3 : 8);
  pen.text(x + (width - pen.width_of(need, 16, Face::Bold)) / 2, middle, need, 16, pen.theme().ink, Face::Bold);
  return width;
}

namespace {

std::string face_of(const ValueView& value, bool card) {
  return value.value > 0 || !card ? std::to_string(value.value) : " ";  // a card that lies on its face
}

/// A corner of a die's outline, from its middle, as shares of half its width and height, y down; clockwise from the top.
struct Corner {
  double x, y;
};
std::vector<Corner> outline_of_die(int faces) {
  switch (faces) {
    case 4:
    case 20:
      return {{0, -1}, {1, 0.72}, {-1, 0.72}};
    case 8:
      return {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    case 10:
      return {{0, -1}, {1, 0.2}, {0, 1}, {-1, 0.2}};
    case 12:
      return {{0, -1}, {1, -0.25}, {0.62, 0.95}, {-0.62, 0.95}, {-1, -0.25}};
    default:
      return {};
  }
}

/// Ground and number of a die or card that lies: on the light screen a die is dark, so that a hit stands out from the outline of a miss.
std::pair<Paint, Paint> paints_of(const Pen& pen, bool card) {
  const Theme& theme = pen.theme();
  if (!card && &theme == &light_theme()) return {theme.text, theme.card};
  return {theme.paper, theme.ink};
}

/// A die that is no cube; a miss is its outline alone. `middle`: of the number, which stands where the outline is widest.
void draw_polyhedron(Pen& pen, Box box, const std::string& text, int faces, bool miss, bool again) {
  auto [paper, ink] = paints_of(pen, false);
  if (again) paper.a = ink.a = 158;
  std::vector<Px> corners;
  const Px middle{box.x + box.w / 2, box.y + box.h / 2};
  for (const Corner corner : outline_of_die(faces)) corners.push_back({middle.x + corner.x * box.w / 2, middle.y + corner.y * box.h / 2});
  if (!miss) pen.poly(corners, paper);
  const Paint edge = miss ? pen.theme().second : pen.theme().key_edge;
  for (std::size_t i = 0; i < corners.size(); ++i) pen.line(corners[i], corners[(i + 1) % corners.size()], edge, miss ? 1.5 : 1);
  const double down = faces == 4 || faces == 20 ? box.h * 0.14 : faces == 10 ? box.h * 0.05 : faces == 12 ? box.h * 0.04 : 0;
  const double size = faces == 4 || faces == 20 ? 15 : 17;
  pen.text(middle.x - pen.width_of(text, size, Face::Bold) / 2, middle.y + down, text, size, miss ? pen.theme().second : ink, Face::Bold);
}

}  // namespace

double value_width(const Pen& pen, const ValueView& value, bool card, int faces) {
  const bool cube = card || outline_of_die(faces).empty();
  return std::max(pen.px(card ? 30 : cube ? 28 : 40), pen.width_of(face_of(value, card), 18, Face::Bold) + pen.px(cube ? 10 : 22));
}

double draw_value(Pen& pen, double x, double middle, const ValueView& value, bool card, int faces, bool compared) {
  const std::string text = face_of(value, card);
  const double width = value_width(pen, value, card, faces), height = pen.px(card ? 38 : 30);
  auto [paper, ink] = paints_of(pen, card);
  const bool miss = compared && !value.good;
  if (!card && !outline_of_die(faces).empty()) {
    draw_polyhedron(pen, {x, middle - pen.px(20), width, pen.px(40)}, text, faces, miss && !value.again, value.again);
    return width;
  }
  if (value.again) paper.a = ink.a = 158;
  if (!card && miss && !value.again) {  // a die that misses is an outline
    pen.rect({x, middle - height / 2, width, height}, {}, pen.theme().second, 1.5, 7);
    pen.text(x + (width - pen.width_of(text, 18, Face::Bold)) / 2, middle, text, 18, pen.theme().second, Face::Bold);
    return width;
  }
  pen.rect({x, middle - height / 2, width, height}, paper, pen.theme().key_edge, 1, card ? 3 : 7);
  const double up = card && compared ? pen.px(5) : 0;
  pen.text(x + (width - pen.width_of(text, 18, Face::Bold)) / 2, middle - up, text, 18, ink, Face::Bold);
  if (card && compared) {
    const double cx = x + width / 2, cy = middle + pen.px(12), r = pen.px(3.4);
    if (value.good) {
      pen.line({cx - r, cy}, {cx - r * 0.2, cy + r * 0.8}, kGood, 2);
      pen.line({cx - r * 0.2, cy + r * 0.8}, {cx + r * 1.2, cy - r}, kGood, 2);
    } else {
      pen.line({cx - r, cy - r}, {cx + r, cy + r}, kBad, 2);
      pen.line({cx + r, cy - r}, {cx - r, cy + r}, kBad, 2);
    }
  }
  return width;
}

}  // namespace polemarch::ui::page
