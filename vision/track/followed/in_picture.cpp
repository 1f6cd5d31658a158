#include "vision/track/followed/in_picture.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {

constexpr double kSamePlacePx = 4;      // from where the plane was made: so far it serves
constexpr double kMovedPx = 1;          // from which the blocks under a base are worked out anew
constexpr double kPrintShare = 0.85;    // of a print's reach, to each side: its corners may stick out
constexpr double kMarginPx = 2;         // round the pixels that show the print
constexpr double kFiguresMarginPx = 6;  // round those that may show the base, its figures leaning any way

/// The pixels from `at`, so far to each side, in the picture or not.
PixelBox box_round(const PixelPoint& at, double reach_x, double reach_y) {
  return {static_cast<int>(std::floor(at.x - reach_x)), static_cast<int>(std::floor(at.y - reach_y)),
          static_cast<int>(std::floor(at.x + reach_x)) + 1, static_cast<int>(std::floor(at.y + reach_y)) + 1};
}

double print_reach(const MarkerPrint& print, const LocalPlane& plane) {
  return print.reach_mm() * kPrintShare / plane.mm_per_px + kMarginPx;
}

PixelBox box_of(const MarkerPrint& print, const LocalPlane& plane, const PrintPose& pose) {
  const PixelPoint at = plane.pixel(pose.x_mm, pose.y_mm);
  const double reach = print_reach(print, plane);
  if (!print.is_strip()) return box_round(at, reach, reach);
  // What stands beside a strip is not part of it.
  const double half_width = print.shown.half_width_mm;
  const PixelPoint end = plane.pixel(pose.x_mm + half_width * std::sin(pose.up_rad), pose.y_mm - half_width * std::cos(pose.up_rad));
  const double half = print.shown.half_height_mm / plane.mm_per_px + kMarginPx;
  return box_round(at, std::abs(end.x - at.x) + half, std::abs(end.y - at.y) + half);
}

PixelBox body_of(const BaseSpec& spec, const MarkerPrint& print, const LocalPlane& plane, const PrintPose& pose, const ImageView& gray) {
  const Footprint& foot = spec.footprint;
  const double half = 0.5 * (foot.outline == Outline::Circle ? foot.frontage.mm() : std::hypot(foot.frontage.mm(), foot.depth.mm()));
  const double offset = std::hypot(spec.mount.offset_x_mm, spec.mount.offset_y_mm);
  const double wide = std::max(print_reach(print, plane), (half + offset) / plane.mm_per_px) + kFiguresMarginPx;
  return clipped(box_round(plane.pixel(pose.x_mm, pose.y_mm), wide, wide), gray.width, gray.height);
}

}  // namespace

bool InPicture::serves(const PrintPose& around, double height_mm) const {
  if (!plane || plane->height_mm != height_mm) return false;
  const PixelPoint middle = at(around);
  return std::hypot(middle.x - plane->px, middle.y - plane->py) < kSamePlacePx;
}

bool InPicture::look_near(const Camera& camera, const PrintPose& around, double height_mm, double reach_px) {
  plane = local_plane(camera, around.x_mm, around.y_mm, height_mm, reach_px);
  return plane.has_value();
}

PrintPose InPicture::seen_with(const Camera& with, const PrintPose& pose, double height_mm) const {
  if (!plane) return pose;
  const PixelPoint middle = at(pose), top = plane->pixel(pose.x_mm + std::cos(pose.up_rad), pose.y_mm + std::sin(pose.up_rad));
  const auto there = local_plane(with, pose.x_mm, pose.y_mm, height_mm, plane->reach_px);
  if (!there) return pose;
  double x = 0, y = 0, up_x = 0, up_y = 0;
  there->table(middle.x, middle.y, x, y);
  there->table(top.x, top.y, up_x, up_y);
  return {x, y, std::atan2(up_y - y, up_x - x)};
}

void InPicture::look_at(const ImageView& gray, const MarkerPrint& print, const PrintPose& pose) {
  const PixelBox all = box_of(print, *plane, pose);
  whole = all.x0 >= 0 && all.y0 >= 0 && all.x1 <= gray.width && all.y1 <= gray.height;
  box = clipped(all, gray.width, gray.height);
}

void InPicture::cover(const ImageView& gray, const BaseSpec& spec, const MarkerPrint& print, const PrintPose& pose, bool began) {
  look_at(gray, print, pose);
  body = body_of(spec, print, *plane, pose, gray);
  const PixelPoint middle = at(pose);
  if (began || footing.rows.empty() || std::hypot(middle.x - footing.print.x, middle.y - footing.print.y) > kMovedPx)
    footing = footing_of(spec.footprint, spec.mount, pose, print.shown.half_width_mm, print.shown.half_height_mm, *plane);
}

void InPicture::take_surroundings(const ImageView& gray, bool in_peace) {
  if (around.known && !around.about(body)) around.known = false;
  if (in_peace) around = surroundings_of(gray, body);
}

}  // namespace polemarch::vision
