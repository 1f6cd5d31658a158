/// What grows and lies on the drawn table, by its kind: rings for a wood, furrows for a field, stones for broken ground, an inner line for
/// a hill, short strokes for a marsh, waves for water. Over a picture there is nothing to draw.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/page/table_labels.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

namespace {

enum class Kind { Rings, Furrows, Stones, Hill, Strokes, None };

struct Named {
  std::string_view word;
  Kind kind;
};
/// The first word that the name holds.
constexpr std::array kNamed{
    Named{"wood", Kind::Rings},    Named{"forest", Kind::Rings}, Named{"orchard", Kind::Rings}, Named{"vineyard", Kind::Furrows},
    Named{"field", Kind::Furrows}, Named{"farm", Kind::Furrows}, Named{"olive", Kind::Rings},   Named{"plough", Kind::Furrows},
    Named{"broken", Kind::Stones}, Named{"rough", Kind::Stones}, Named{"rock", Kind::Stones},   Named{"scrub", Kind::Stones},
    Named{"hill", Kind::Hill},     Named{"slope", Kind::Hill},   Named{"marsh", Kind::Strokes}, Named{"swamp", Kind::Strokes},
    Named{"bog", Kind::Strokes},
};

Kind kind_of(std::string_view name) {
  const auto found =
      std::find_if(kNamed.begin(), kNamed.end(), [&](const Named& one) { return name.find(one.word) != std::string_view::npos; });
  return found == kNamed.end() ? Kind::None : found->kind;
}

/// One sign at a place; `size` is half its breadth.
void sign(Pen& pen, Kind kind, Px at, double size, Paint paint) {
  if (kind == Kind::Rings) pen.disc(at, size / pen.px(1), {}, paint, 1.5);
  if (kind == Kind::Stones)
    for (int i = 0; i < 3; ++i) {
      const std::array<Px, 3> corners{Px{at.x - size, at.y + size * 0.8}, {at.x + size, at.y + size * 0.8}, {at.x, at.y - size * 0.8}};
      pen.line(corners[static_cast<std::size_t>(i)], corners[static_cast<std::size_t>((i + 1) % 3)], paint, 1.5);
    }
  if (kind == Kind::Strokes) pen.line({at.x - size, at.y}, {at.x + size, at.y}, paint, 1.5);
}

}  // namespace

void draw_terrain(Pen& pen, const ViewState& view, const TableFit& fit) {
  if (view.picture.image && view.show_picture) return;
  constexpr double kStep = 28, kSign = 10, kRim = 0.13;  // px at a height of 1080; share of the breadth
  constexpr std::size_t kMost = 60;
  const Paint paint = view.light ? Paint{0x8E, 0x87, 0x78, 255} : Paint{0x8C, 0xA0, 0x96, 150};
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "terrain") continue;
    const Kind kind = kind_of(item.label);
    const Outline outline = outline_of(item, 1.0);
    if (kind == Kind::None || outline.points.size() < 3) continue;
    const std::vector<Px> corners = on_page(fit, outline.points);
    const Box box = around(corners);
    std::vector<Vec2> round;
    for (const Px p : corners) round.push_back({p.x, p.y});
    const Px middle{box.x + box.w / 2, box.y + box.h / 2};
    if (kind == Kind::Hill) {
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto in = [&](Px p) {
          return Px{middle.x + (p.x - middle.x) * (1 - 2 * kRim), middle.y + (p.y - middle.y) * (1 - 2 * kRim)};
        };
        pen.line(in(corners[i]), in(corners[(i + 1) % corners.size()]), paint, 1.5);
      }
      continue;
    }
    const double wide = box.w * (1 - 2 * kRim), high = box.h * (1 - 2 * kRim), left = box.x + box.w * kRim, top = box.y + box.h * kRim;
    const auto columns = std::max<std::size_t>(2, static_cast<std::size_t>(wide / pen.px(kStep)));
    const auto rows = std::max<std::size_t>(2, static_cast<std::size_t>(high / pen.px(kind == Kind::Furrows ? kStep / 1.6 : kStep)));
    if (kind == Kind::Furrows) {
      for (std::size_t row = 0; row < rows && row < kMost; ++row) {
        const double y = top + high * (static_cast<double>(row) + 0.5) / static_cast<double>(rows);
        double from = left, to = left + wide;  // as much of the line as lies inside
        while (from < to && !contains(round, {from, y})) from += 4;
        while (to > from && !contains(round, {to, y})) to -= 4;
        pen.line({from, y}, {to, y}, paint, 1.5);
      }
      continue;
    }
    std::size_t drawn = 0;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < columns && drawn < kMost; ++column) {
        const Px at{left + wide * (static_cast<double>(column) + 0.5) / static_cast<double>(columns),
                    top + high * (static_cast<double>(row) + 0.5) / static_cast<double>(rows)};
        if (!contains(round, {at.x, at.y})) continue;
        sign(pen, kind, at, std::min(pen.px(kSign), 0.3 * wide / static_cast<double>(columns)), paint);
        ++drawn;
      }
  }
}

}  // namespace polemarch::ui::page
