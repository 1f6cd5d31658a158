/// What a page of maps defines once: patterns, signs of bases, ground.
#include <algorithm>
#include <cmath>

#include "assistant/report/html.hpp"
#include "assistant/report/map.hpp"
#include "models/box_name.hpp"

namespace polemarch::assistant::report {
namespace {

std::string pattern_of(const std::string& kind) {
  const auto has = [&](std::string_view part) { return kind.find(part) != std::string::npos; };
  if (has("wood") || has("forest") || has("orchard")) return "wood";
  if (has("marsh") || has("swamp")) return "marsh";
  if (has("hill") || has("slope") || has("ridge")) return "hill";
  if (has("field") || has("crop")) return "field";
  if (has("river") || has("stream") || has("lake") || has("water") || has("sea") || has("ford")) return "water";
  if (has("build") || has("town") || has("village") || has("wall") || has("fort")) return "wall";
  return "rough";
}

/// A tooth a grade of disorder; none, so that a script may choose the first as well.
constexpr const char* kDisorder =
    R"svg(<g id="dis0"/><path id="dis1" class="dis" d="M-12 0l8-11 8 16 8-11"/><path id="dis2" class="dis" d="M-24 0l8-11 8 16 8-16 8 16 8-16 8 11"/>
<path id="dis3" class="dis" d="M-34 0l8-11 8 16 8-16 8 16 8-16 8 16 8-16 8 16 8-11"/>
<path id="tent" d="M-38 30L0-34L38 30ZM-12 30L0 4L12 30"/>)svg";

constexpr const char* kPatterns =
    R"svg(<pattern id="g-wood" width="50" height="50" patternUnits="userSpaceOnUse"><rect width="50" height="50" class="gw"/><path class="gt" d="M10 24l9-15 9 15zM33 47l9-15 9 15z"/></pattern>
<pattern id="g-marsh" width="52" height="38" patternUnits="userSpaceOnUse"><rect width="52" height="38" class="gm"/><path class="gl" d="M4 11h25M25 29h23"/></pattern>
<pattern id="g-hill" width="62" height="42" patternUnits="userSpaceOnUse"><rect width="62" height="42" class="gh"/><path class="gl" d="M7 31q24-33 48 0"/></pattern>
<pattern id="g-field" width="30" height="30" patternUnits="userSpaceOnUse" patternTransform="rotate(36)"><rect width="30" height="30" class="gf"/><path class="gl" d="M0 8H30M0 23H30"/></pattern>
<pattern id="g-rough" width="46" height="46" patternUnits="userSpaceOnUse"><rect width="46" height="46" class="gr"/><path class="gl" d="M6 6l9 9M15 6l-9 9M29 28l9 9M38 28l-9 9"/></pattern>
<pattern id="g-water" width="60" height="26" patternUnits="userSpaceOnUse"><rect width="60" height="26" class="gm"/><path class="gl" d="M0 13q15-12 30 0t30 0"/></pattern>
<pattern id="g-wall" width="40" height="30" patternUnits="userSpaceOnUse"><rect width="40" height="30" class="gr"/><path class="gl" d="M0 1H40M0 16H40M8 1V16M28 16V30"/></pattern>
<marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto"><path class="tp" d="M0 0 10 5 0 10Z"/></marker>
<marker id="tipb" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto"><path class="tp b" d="M0 0 10 5 0 10Z"/></marker>
<marker id="ring" viewBox="0 0 12 12" refX="6" refY="6" markerWidth="4" markerHeight="4"><circle class="rg" cx="6" cy="6" r="4"/></marker>
<marker id="ringb" viewBox="0 0 12 12" refX="6" refY="6" markerWidth="4" markerHeight="4"><circle class="rg b" cx="6" cy="6" r="4"/></marker>
)svg";

}  // namespace

std::string MapMaker::ground() const {
  std::string svg =
      "<g id=\"ground\"><rect class=\"felt\" width=\"" + whole(x_of(width_)) + "\" height=\"" + whole(depth_ / scale_) + "\"/>";
  for (const TerrainPiece& piece : story_.table.terrain) {
    std::string points;
    for (const Point& point : piece.outline) points += (points.empty() ? "" : " ") + pair(x_of(point.x.mm()), y_of(point.y.mm()));
    std::string kind = piece.kind;
    std::replace(kind.begin(), kind.end(), '_', ' ');
    svg += "<polygon points=\"" + points + "\" fill=\"url(#g-" + pattern_of(kind) + ")\"><title>" + escaped(kind) + "</title></polygon>";
  }
  if (grid_) {
    const GridSpec& grid = *story_.table.grid;
    std::string lines, names;
    const double box = grid.box.mm(), x0 = grid.origin.x.mm(), y0 = grid.origin.y.mm();
    for (int i = 0; i <= grid.columns; ++i) lines += "M" + pair(x_of(x0 + i * box), y_of(y0)) + "V" + whole(y_of(y0 + grid.rows * box));
    for (int j = 0; j <= grid.rows; ++j) lines += "M" + pair(x_of(x0), y_of(y0 + j * box)) + "H" + whole(x_of(x0 + grid.columns * box));
    for (int i = 0; i < grid.columns; ++i) {
      std::string name = say_box({i, 0});
      while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();
      names += "<text x=\"" + whole(x_of(x0 + (i + 0.5) * box)) + "\" y=\"" + whole(y_of(y0) + 42) + "\">" + escaped(name) + "</text>";
    }
    for (int j = 0; j < grid.rows; ++j)
      names += "<text x=\"" + whole(x_of(x0) - 26) + "\" y=\"" + whole(y_of(y0 + (j + 0.5) * box) + 13) + "\">" +
               std::to_string(rows_from_origin(grid, j) + 1) + "</text>";
    svg += "<path class=\"grid\" d=\"" + lines + "\"/><g class=\"coord\" aria-hidden=\"true\">" + names + "</g>";
  } else {
    std::string ticks;
    for (double x = 304.8; x < width_; x += 304.8) ticks += "M" + pair(x_of(x), y_of(0)) + "v-16M" + pair(x_of(x), y_of(depth_)) + "v16";
    for (double y = 304.8; y < depth_; y += 304.8) ticks += "M" + pair(x_of(0), y_of(y)) + "h16M" + pair(x_of(width_), y_of(y)) + "h-16";
    svg += "<path class=\"grid\" d=\"" + ticks + "\"/>";
  }
  return svg + "</g>";
}

std::string MapMaker::definitions() const {
  std::string defs = kPatterns;
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    // On a grid a base is drawn larger than true, so that its number reads on a phone.
    const double w = grid_ ? 132 : std::max(14.0, symbols_[i].footprint.frontage.mm() / scale_);
    const double d = grid_ ? 72 : std::max(10.0, symbols_[i].footprint.depth.mm() / scale_);
    const double reach = grid_ ? 18 : std::min(12.0, d * 0.35);
    if (symbols_[i].camp) {
      defs +=
          "<g id=\"b" + std::to_string(i) + "\" class=\"camp" + (symbols_[i].side == Side::A ? "" : " b") + "\"><use href=\"#tent\"/></g>";
      continue;
    }
    defs += "<g id=\"b" + std::to_string(i) + "\" class=\"" + (symbols_[i].side == Side::A ? "a" : "b") + "\">";
    if (grid_ && symbols_[i].leader) {  // at the corner of the box, so that the number of his unit stays free
      defs += "<circle cx=\"54\" cy=\"-48\" r=\"19\"/></g>";
      continue;
    }
    if (!grid_ && symbols_[i].footprint.outline == Outline::Circle)
      defs += "<circle r=\"" + whole(w / 2) + "\"/>";
    else
      defs += "<rect x=\"" + whole(-w / 2) + "\" y=\"" + whole(-d / 2) + "\" width=\"" + whole(w) + "\" height=\"" + whole(d) + "\" rx=\"" +
              (grid_ ? "6" : "2") + "\"/>";
    defs += "<path d=\"M" + whole(-std::min(20.0, w * 0.2)) + " " + whole(-d / 2) + "L0 " + whole(-d / 2 - reach) + "L" +
            whole(std::min(20.0, w * 0.2)) + " " + whole(-d / 2) + "Z\"/>";
    if (symbols_[i].side == Side::B)
      defs += "<path class=\"bar\" d=\"M" + whole(-w / 2 + 4) + " " + whole(-d / 2 + 6) + "H" + whole(w / 2 - 4) + "\"/>";
    defs += "</g>";
  }
  return defs + kDisorder + ground();
}

}  // namespace polemarch::assistant::report
