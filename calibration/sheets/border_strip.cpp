#include "calibration/sheets/border_strip.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "calibration/sheets/marker_items.hpp"

namespace polemarch::calibration {
namespace {

/// One edge of the table: where the strip begins, how long it is, and how a point of the table lies on it.
struct Edge {
  const char* name;
  bool lying;      ///< along table x (A and B), else along table y
  double across0;  ///< the strip covers [across0, across0 + width) across the edge
  double along0, along1;
};

bool on_edge(const Edge& e, const BorderMarker& m) {
  const double along = e.lying ? m.x_mm : m.y_mm, across = e.lying ? m.y_mm : m.x_mm;
  const double half = m.size_mm / 2;
  return along - half >= e.along0 - 0.01 && along + half <= e.along1 + 0.01 && across - half >= e.across0 - 0.01 &&
         across + half <= e.across0 + kStripWidthMm + 0.01;
}

/// Cuts at most `longest` apart that keep clear of every marker and its rim.
std::vector<double> cuts_of(const Edge& e, const std::vector<BorderMarker>& markers, double longest) {
  std::vector<double> cuts{e.along0};
  while (e.along1 - cuts.back() > longest) {
    double cut = cuts.back() + longest;
    for (const BorderMarker& m : markers) {
      const double along = e.lying ? m.x_mm : m.y_mm, keep = m.size_mm * 0.65 + 1;
      if (std::abs(cut - along) < keep) cut = along - keep;
    }
    if (cut < cuts.back() + 1) cut = cuts.back() + longest;
    cuts.push_back(std::floor(cut));
  }
  cuts.push_back(e.along1);
  return cuts;
}

/// The piece from `from` to `to` along the edge. On paper: long side down. A lying piece is turned clockwise by a quarter (table x runs
/// down the page, table y to the right); an upright one stands as on the table (table y runs up the page).
SheetItem piece_of(const Edge& e, const std::vector<BorderMarker>& markers, const std::vector<MarkerPattern>& patterns, double from,
                   double to, std::size_t number, std::size_t of) {
  const double length = to - from;
  SheetItem item{std::string(e.name) + " " + std::to_string(number) + "/" + std::to_string(of), kStripWidthMm, length, {}, true};
  const auto on_paper = [&](double along, double across) { return SheetPoint{across - e.across0, e.lying ? along - from : to - along}; };
  for (int tick = static_cast<int>(std::ceil(from / 10)); tick * 10 <= to; ++tick) {
    const SheetPoint p = on_paper(tick * 10.0, e.across0);
    item.drawing.line({0, p.y}, {tick % 10 == 0 ? 3.0 : 1.2, p.y}, 0.15);
    const bool free = std::ranges::none_of(
        markers, [&](const BorderMarker& m) { return std::abs((e.lying ? m.x_mm : m.y_mm) - tick * 10.0) < m.size_mm * 0.7; });
    if (tick % 10 == 0 && free) item.drawing.text({3.4, p.y + 0.7}, std::to_string(tick * 10), 2.0);
  }
  const SheetText side{{kStripWidthMm - 3.2, length / 2},
                       item.name + (e.lying ? "  (this way: right)" : ""),
                       2.2,
                       TextAlign::Centre,
                       90,
                       length - 4,
                       Ink::Black};
  item.drawing.shapes.emplace_back(side);
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const BorderMarker& m = markers[i];
    const double along = e.lying ? m.x_mm : m.y_mm, across = e.lying ? m.y_mm : m.x_mm;
    if (along < from || along >= to) continue;
    const SheetPoint centre = on_paper(along, across);
    const double half = m.size_mm / 2;
    const Drawing square = marker_drawing(patterns[i], m.size_mm);
    // heading 90: the marker's up is table +y, up on an upright piece and right on a lying one
    const double turn = (e.lying ? 90.0 : 0.0) - (m.heading_deg - 90.0);
    const double rim = m.size_mm / patterns[i].modules;
    item.drawing.fill_rect(centre.x - half - rim, centre.y - half - rim, m.size_mm + 2 * rim, m.size_mm + 2 * rim, Ink::White);
    item.drawing.add(square.turned(turn, {half, half}), centre.x - half, centre.y - half);
  }
  return item;
}

}  // namespace

Result<std::vector<SheetItem>> border_strip(const Table& table, double longest_mm) {
  const double width = table.width.mm(), depth = table.depth.mm();
  const std::array<Edge, 4> edges{{{"A's edge", true, 0, 0, width},
                                   {"B's edge", true, depth - kStripWidthMm, 0, width},
                                   {"left edge", false, 0, kStripWidthMm, depth - kStripWidthMm},
                                   {"right edge", false, width - kStripWidthMm, kStripWidthMm, depth - kStripWidthMm}}};
  std::vector<std::vector<BorderMarker>> on(4);
  std::vector<std::vector<MarkerPattern>> patterns(4);
  for (const BorderMarker& m : table.border) {
    const auto edge = std::ranges::find_if(edges, [&](const Edge& e) { return on_edge(e, m); });
    if (edge == edges.end())
      return InputError{"border marker " + std::to_string(m.marker.number) + " does not lie on a strip 40 mm wide along the table's edges"};
    const auto pattern = marker_pattern(table.border_family, m.marker.number);
    if (!pattern) return pattern.error();
    on[static_cast<std::size_t>(edge - edges.begin())].push_back(m);
    patterns[static_cast<std::size_t>(edge - edges.begin())].push_back(*pattern);
  }
  std::vector<SheetItem> pieces;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto cuts = cuts_of(edges[e], on[e], longest_mm);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
      pieces.push_back(piece_of(edges[e], on[e], patterns[e], cuts[i], cuts[i + 1], i + 1, cuts.size() - 1));
  }
  return pieces;
}

Table border_as_printed(const Table& table, double scale, double sd_mm) {
  Table out = table;
  const double width = table.width.mm(), depth = table.depth.mm();
  const auto from_edges = [&](double across, double whole) {
    return across > whole / 2 ? whole - scale * (whole - across) : scale * across;
  };
  for (BorderMarker& m : out.border) {
    const bool lying = m.y_mm <= kStripWidthMm || m.y_mm >= depth - kStripWidthMm;
    m.x_mm = lying ? scale * m.x_mm : from_edges(m.x_mm, width);
    m.y_mm = lying ? from_edges(m.y_mm, depth) : scale * m.y_mm;
    m.size_mm *= scale;
    m.sd_mm = sd_mm;
  }
  return out;
}

}  // namespace polemarch::calibration
