#include "calibration/sheets/strip_items.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "vision/detect/strips/strip_plane.hpp"
#include "vision/prints/strip_artwork.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kNameMm = 3.4;  // of paper under a strip for its name
constexpr double kTickMm = 2.0;  // cut marks at the corners
constexpr double kSideMm = 3.0;  // paper left and right, for the marks

/// The print in item coordinates: marker frame (v up) to paper (y down).
void draw_print(Drawing& drawing, const vision::StripArtwork& art, SheetPoint centre) {
  const auto on_paper = [centre](const std::vector<Vec2>& outline) {
    std::vector<SheetPoint> out;
    out.reserve(outline.size());
    for (const Vec2& p : outline) out.push_back({centre.x + p.x, centre.y - p.y});
    return out;
  };
  drawing.fill_polygon(on_paper(art.ground));
  if (!art.hole.empty()) drawing.fill_polygon(on_paper(art.hole), Ink::White);
  // One shape, so that no renderer shows seams between spine and teeth.
  FillShape white;
  white.ink = Ink::White;
  for (const auto& area : art.white) white.outlines.push_back(on_paper(area));
  drawing.shapes.emplace_back(std::move(white));
}

std::string mm(double value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

/// The strip family for a base of this width and depth, by name.
std::string family_for(double width_mm, double depth_mm) {
  const char* length = width_mm >= 40 ? "40" : width_mm >= 25 ? "25" : "20";
  return std::string("STRIP") + length + "x" + mm(depth_mm);
}

SheetItem ring_item(const UnitMarker& m, const vision::StripLayout& layout, const vision::StripArtwork& art) {
  const double d = layout.length_mm;
  SheetItem item{"", d + 2, d + 2, {}, false};
  const SheetPoint centre{d / 2 + 1, d / 2 + 1};
  draw_print(item.drawing, art, centre);
  const double inner = layout.row_range(0).low;
  item.drawing.cut_circle(centre, inner);
  // Up is where tooth 0 is: the front of the base.
  item.drawing.text({centre.x, centre.y - inner + 4.2}, "front", 2.2, TextAlign::Centre);
  item.drawing.text({centre.x, centre.y}, name_line(m), 2.6, TextAlign::Centre, 2 * inner - 4);
  item.drawing.text({centre.x, centre.y + 3.4}, std::string(layout.name), 1.8, TextAlign::Centre, 2 * inner - 6);
  return item;
}

}  // namespace

Result<SheetItem> strip_item(const UnitMarker& m) {
  const auto layout = vision::strip_layout(m.mount.family);
  if (!layout) return layout.error();
  const auto book = vision::load_book(layout->book);
  if (!book) return book.error();
  const int number = m.mount.marker.number;
  if (number < 0 || number >= static_cast<int>(book->words.size())) {
    return InputError{"marker " + std::to_string(number) + ": " + m.mount.family + " has the numbers 0 to " +
                      std::to_string(book->words.size() - 1)};
  }
  const auto art = vision::strip_artwork(*layout, book->words[static_cast<std::size_t>(number)]);
  if (layout->kind == vision::StripKind::Ring) return ring_item(m, *layout, art);
  const double w = layout->length_mm, h = layout->depth_mm;
  SheetItem item{"", w + 2 * kSideMm, h + kTickMm + kNameMm + 0.6, {}, false};
  const SheetPoint centre{kSideMm + w / 2, kTickMm + h / 2};
  draw_print(item.drawing, art, centre);
  // Cut marks in line with the black edges, never on them.
  for (const double x : {kSideMm, kSideMm + w}) item.drawing.line({x, 0}, {x, kTickMm - 0.6}, 0.15, Ink::Grey);
  for (const double y : {kTickMm, kTickMm + h}) {
    item.drawing.line({0, y}, {kSideMm - 0.8, y}, 0.15, Ink::Grey);
    item.drawing.line({w + kSideMm + 0.8, y}, {w + 2 * kSideMm, y}, 0.15, Ink::Grey);
  }
  item.drawing.text({kSideMm + w / 2, kTickMm + h + 2.9}, name_line(m) + "  " + m.mount.family, 2.3, TextAlign::Centre, w);
  return item;
}

Result<MarkerMount> strip_mount(const Footprint& base, const std::string& family, MarkerId marker, double height_mm) {
  const auto layout = vision::strip_layout(family);
  if (!layout) return layout.error();
  MarkerMount mount;
  mount.family = family;
  mount.marker = marker;
  mount.size_mm = layout->length_mm;
  mount.height_mm = height_mm;
  if (layout->kind == vision::StripKind::Ring) {
    if (base.outline != Outline::Circle || base.frontage.mm() < layout->length_mm - 0.6) {
      return InputError{family + ": goes round the rim of a round base of " + mm(layout->length_mm) + " mm; give --base " +
                        mm(layout->length_mm)};
    }
    return mount;
  }
  if (base.outline == Outline::Circle || base.frontage.mm() < layout->length_mm - 0.01 || base.depth.mm() < layout->depth_mm) {
    return InputError{family + ": needs a straight rear edge of " + mm(layout->length_mm) + " mm; this base is " + mm(base.frontage.mm()) +
                      " mm wide"};
  }
  mount.offset_x_mm = -base.depth.mm() / 2 + layout->depth_mm / 2;
  return mount;
}

std::vector<SheetItem> rear_edge_templates() {
  std::vector<SheetItem> items;
  for (const double width : {20.0, 25.0, 40.0, 50.0, 60.0, 80.0, 120.0}) {
    constexpr double kSkirt = 5, kUp = 16;
    SheetItem item{mm(width) + " mm base", width + 2 * kSkirt, kUp + 8, {}, false};
    Drawing& d = item.drawing;
    const double length = width >= 40 ? 40 : width >= 25 ? 25 : 20;
    const double left = kSkirt, right = kSkirt + width, rear = kUp, middle = kSkirt + width / 2;
    // The base's sides and rear edge, the strip's place, the middle.
    d.line({left, 0}, {left, rear}, 0.2);
    d.line({right, 0}, {right, rear}, 0.2);
    d.line({left, rear}, {right, rear}, 0.3);
    for (const double depth : {4.0, 5.0, 6.0})
      d.line({middle - length / 2, rear - depth}, {middle + length / 2, rear - depth}, 0.1, Ink::Grey, true);
    d.line({middle - length / 2, rear}, {middle - length / 2, rear - 6}, 0.15, Ink::Grey);
    d.line({middle + length / 2, rear}, {middle + length / 2, rear - 6}, 0.15, Ink::Grey);
    d.line({middle, rear}, {middle, rear + 2}, 0.2);
    d.text({middle, rear + 4.6}, "rear edge, " + mm(width) + " mm: " + family_for(width, 6) + " in the middle", 2.0, TextAlign::Centre,
           std::max(width, 34.0));
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<std::string> strip_how_to() {
  return {
      "Print at 100 % on matt paper or thin card and check the 200 mm lines. Cut along the outer black edges, by the marks at the corners; "
      "no white may stay.",
      "Glue the strip flat on the rear edge of the base, in the middle, the name's side outwards (to the rear). The black edge is flush "
      "with the base's edge.",
      "Keep the strip free: figures may touch its front edge but not stand on it. No varnish, or matt varnish. Paint nothing white beside "
      "it.",
      "The templates show the place on each base width. A strip that is turned round is read as turned round: the rear is where the names "
      "were."};
}

std::vector<std::string> ring_how_to() {
  return {"Print at 100 % on matt paper or thin card. Cut round the outer black edge, then along the dashed inner circle.",
          "Glue the ring flat on the rim of the round base, the word front under the figure's front. Figures stay inside the ring."};
}

StripChoice choose_strip(const Footprint& base, const CameraSharpness& camera, double most_depth_mm) {
  const double scale = camera.px_per_mm;
  std::array<char, 96> seen{};
  std::snprintf(seen.data(), seen.size(), "at %.2f px per mm and a blur of %.1f px, ", scale, camera.psf_px);
  const std::string at = seen.data();
  if (base.outline == Outline::Circle) {
    const double d = base.frontage.mm();
    const char* ring = d >= 40 ? "RING40" : d >= 32 ? "RING32" : d >= 28.4 ? "RING28" : d >= 25 ? "RING25" : "";
    if (*ring == 0) return {"", "a round base under 25 mm has no room for a ring: use a disc or a tail tab"};
    if (scale < 0.8) return {"", at + "a ring's teeth are under 1.6 px: use a disc or tail tab"};
    return {ring, at + "the teeth of the ring are " + mm(std::round(20.6 * scale) / 10) + " px"};
  }
  if (base.frontage.mm() < 20) return {"", "a rear edge under 20 mm has no room for a strip: use a tail tab"};
  if (scale < 0.75) return {"", at + "a strip's rows are under a pixel: bring the camera nearer or use tail tabs"};
  const bool fine = scale >= 1.5;
  if (fine) {
    const double depth = std::min(most_depth_mm, 4.0);
    if (depth < 4) return {"", "less than 4 mm of rear edge: use a tail tab"};
    return {family_for(base.frontage.mm(), 4), at + "4 mm are enough: the spine is " + mm(std::round(10.7 * scale) / 10) + " px wide"};
  }
  if (most_depth_mm >= 6)
    return {family_for(base.frontage.mm(), 6), at + "6 mm are needed: the spine is " + mm(std::round(16 * scale) / 10) + " px wide"};
  // Recall of STRIP40x5 and BAR40x5 by blur: vision/detect/strips/README.md. The side bar reads no better at any.
  constexpr double kSoft = 0.85, kTooSoft = 1.1;
  if (most_depth_mm < 5) return {"", at + "a strip under 5 mm cannot be read: use a tail tab"};
  if (camera.psf_px > kTooSoft) return {"", at + "a strip under 6 mm cannot be read: use a tail tab"};
  if (camera.psf_px > kSoft)
    return {family_for(base.frontage.mm(), 5), at + "some 5 mm strips are not read until the base moves: 6 mm are better"};
  return {family_for(base.frontage.mm(), 5), at + "5 mm are just enough in a sharp picture"};
}

CameraSharpness sharpness_over(Length table_width, Length table_depth, int picture_width, int picture_height, double psf_px) {
  constexpr double kUsed = 0.98;  // of the picture; a rim stays free
  return {kUsed * std::min(picture_width / table_width.mm(), picture_height / table_depth.mm()), psf_px};
}

CameraSharpness sharpness_of(const Camera& camera, bool pose_known, Length table_width, Length table_depth, double psf_px) {
  if (!pose_known) return sharpness_over(table_width, table_depth, camera.lens.width, camera.lens.height, psf_px);
  vision::StripPlane plane;
  plane.camera = camera;
  return {plane.scale(camera.lens.width, camera.lens.height), psf_px};
}

Result<BaseMark> mark_base(const Footprint& base, MarkerId marker, const CameraSharpness& camera, double most_depth_mm, double tab_mm,
                           double height_mm) {
  const StripChoice choice = choose_strip(base, camera, most_depth_mm);
  if (choice.family.empty()) return BaseMark{tail_tab(base, marker, tab_mm), choice.reason};
  const auto layout = vision::strip_layout(choice.family);
  const auto book = layout ? vision::load_book(layout->book) : Result<vision::CodeBook>(layout.error());
  if (!book) return book.error();
  if (marker.number < 0 || marker.number >= static_cast<int>(book->words.size())) {
    return InputError{"marker " + std::to_string(marker.number) + ": " + choice.family + " has the numbers 0 to " +
                      std::to_string(book->words.size() - 1) + "; give another number, or squares (--mount tail25)"};
  }
  auto mount = strip_mount(base, choice.family, marker, height_mm);
  if (!mount) return BaseMark{tail_tab(base, marker, tab_mm), mount.error().line};
  return BaseMark{std::move(*mount), choice.reason};
}

}  // namespace polemarch::calibration
