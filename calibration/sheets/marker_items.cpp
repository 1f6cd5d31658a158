#include "calibration/sheets/marker_items.hpp"

#include <cmath>
#include <numbers>

#include "calibration/sheets/strip_items.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kFlapMm = 12.0;      // glued under the base
constexpr double kNameStripMm = 3.6;  // behind the rim; may be cut off

double rim_of(const MarkerPattern& pattern, double size_mm) { return kRimModules * size_mm / pattern.modules; }

SheetItem tail_tab_item(const UnitMarker& m, const MarkerPattern& pattern) {
  const double rim = rim_of(pattern, m.mount.size_mm), side = m.mount.size_mm + 2 * rim;
  SheetItem item{name_line(m), side, kFlapMm + side + kNameStripMm, {}, true};
  const std::string id = (m.base.empty() ? m.unit : m.base) + "  #" + std::to_string(m.mount.marker.number);
  item.drawing.text({side / 2, 2.8}, "under the base", 1.8, TextAlign::Centre, side - 1);
  item.drawing.text({side / 2, 6.0}, id, 3.0, TextAlign::Centre, side - 1);
  item.drawing.text({side / 2, 9.0}, m.name, 2.4, TextAlign::Centre, side - 1);
  // The rear edge of the base comes here: ticks at the sides, nothing across the rim.
  item.drawing.line({0, kFlapMm}, {1.0, kFlapMm}, 0.2);
  item.drawing.line({side - 1.0, kFlapMm}, {side, kFlapMm}, 0.2);
  item.drawing.text({side / 2, kFlapMm - 1.0}, "rear edge", 1.6, TextAlign::Centre, side - 3);
  item.drawing.add(marker_drawing(pattern, m.mount.size_mm), rim, kFlapMm + rim);
  item.drawing.line({0, kFlapMm + side}, {side, kFlapMm + side}, 0.15, Ink::Grey, true);
  item.drawing.text({side / 2, kFlapMm + side + 2.6}, name_line(m), 2.4, TextAlign::Centre, side - 1);
  return item;
}

SheetItem tile_item(const UnitMarker& m, const MarkerPattern& pattern) {
  const double rim = rim_of(pattern, m.mount.size_mm), side = m.mount.size_mm + 2 * rim;
  SheetItem item{name_line(m), side, side + kNameStripMm, {}, true};
  item.drawing.add(marker_drawing(pattern, m.mount.size_mm), rim, rim);
  item.drawing.line({0, side}, {side, side}, 0.15, Ink::Grey, true);
  item.drawing.text({side / 2, side + 2.6}, name_line(m), 2.4, TextAlign::Centre, side - 1);
  return item;
}

SheetItem disc_item(const UnitMarker& m, const MarkerPattern& pattern) {
  const double with_rim = m.mount.size_mm + 2 * rim_of(pattern, m.mount.size_mm);
  const double diameter = std::max(m.footprint.frontage.mm(), with_rim * std::numbers::sqrt2);
  SheetItem item{name_line(m), diameter, diameter, {}, false};
  item.drawing.cut_circle({diameter / 2, diameter / 2}, diameter / 2);
  const double corner = (diameter - m.mount.size_mm) / 2;
  item.drawing.add(marker_drawing(pattern, m.mount.size_mm), corner, corner);
  return item;
}

}  // namespace

Drawing marker_drawing(const MarkerPattern& pattern, double size_mm) {
  Drawing drawing;
  const double cell = size_mm / pattern.modules;
  drawing.fill_cells({0, 0}, cell, cell, pattern.modules, pattern.black);
  return drawing;
}

Mounting mounting_of(const UnitMarker& m) {
  if (vision::is_strip_family(m.mount.family)) return m.mount.family.starts_with("RING") ? Mounting::Ring : Mounting::Strip;
  const double off = std::hypot(m.mount.offset_x_mm, m.mount.offset_y_mm);
  if (m.footprint.outline == Outline::Circle && off < 1.0) return Mounting::Disc;
  if (-m.mount.offset_x_mm > m.footprint.depth.mm() / 2) return Mounting::TailTab;
  return Mounting::Tile;
}

std::string printed_id(const UnitMarker& m) {
  if (!m.id_known) return {};
  return m.only_base || m.base.empty() ? m.unit : m.base;
}

std::string printed_name(const UnitMarker& m) {
  const std::size_t dot = m.id_known || m.only_base ? std::string::npos : m.base.rfind('.');
  return dot == std::string::npos ? m.name : m.name + " " + m.base.substr(dot + 1);
}

std::string name_line(const UnitMarker& m) {
  std::string line = m.id_known ? (m.base.empty() ? m.unit : m.base) : std::string();
  if (!m.name.empty()) line += (line.empty() ? "" : " ") + printed_name(m);
  return line + (line.empty() ? "#" : "  #") + std::to_string(m.mount.marker.number);
}

Result<SheetItem> marker_item(const UnitMarker& m) {
  if (vision::is_strip_family(m.mount.family)) return strip_item(m);
  const auto pattern = marker_pattern(m.mount.family, m.mount.marker.number);
  if (!pattern) return pattern.error();
  switch (mounting_of(m)) {
    case Mounting::TailTab:
      return tail_tab_item(m, *pattern);
    case Mounting::Tile:
      return tile_item(m, *pattern);
    case Mounting::Disc:
      return disc_item(m, *pattern);
    case Mounting::Strip:
    case Mounting::Ring:
      break;  // drawn above
  }
  return InputError{"unknown mounting"};
}

}  // namespace polemarch::calibration
