#include <algorithm>
#include <cmath>

#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

namespace {

/// A coarse net of the print's points as offsets in the picture, for one turn.
struct Net {
  static constexpr int kSide = 9, kPoints = kSide * kSide;
  std::array<float, kPoints> value{};  // mean 0, squares summing to 1
  std::array<float, kPoints> dx{}, dy{};
  float reach = 0;
};

bool make_net(const PrintTemplate& print, const LocalPlane& plane, double up_rad, Net& net) {
  const double det = plane.x[1] * plane.y[2] - plane.x[2] * plane.y[1];
  const auto direction = [&](double x, double y) {  // the print is small enough for a linear map here
    return PixelPoint{(x * plane.y[2] - y * plane.x[2]) / det, (plane.x[1] * y - plane.y[1] * x) / det};
  };
  const PixelPoint right = direction(std::sin(up_rad), -std::cos(up_rad)), up = direction(std::cos(up_rad), std::sin(up_rad));
  const int column_step = print.columns / Net::kSide, row_step = print.rows / Net::kSide;
  if (column_step < 1 || row_step < 1) return false;
  const int c0 = (print.columns - (Net::kSide - 1) * column_step) / 2, r0 = (print.rows - (Net::kSide - 1) * row_step) / 2;
  double sum = 0, squares = 0;
  for (int j = 0, k = 0; j < Net::kSide; ++j) {
    for (int i = 0; i < Net::kSide; ++i, ++k) {
      const int c = c0 + i * column_step, r = r0 + j * row_step;
      const double u = print.left_mm + c * print.step_mm, v = print.top_mm - r * print.step_mm;
      const auto at = static_cast<std::size_t>(k);
      net.value[at] = print.value[static_cast<std::size_t>(r * print.columns + c)];
      net.dx[at] = static_cast<float>(u * right.x + v * up.x);
      net.dy[at] = static_cast<float>(u * right.y + v * up.y);
      net.reach = std::max({net.reach, std::abs(net.dx[at]), std::abs(net.dy[at])});
      sum += static_cast<double>(net.value[at]);
    }
  }
  const auto mean = static_cast<float>(sum / Net::kPoints);
  for (float& v : net.value) {
    v -= mean;
    squares += static_cast<double>(v * v);
  }
  if (!(squares > 1e-6)) return false;
  const auto scale = static_cast<float>(1.0 / std::sqrt(squares));
  for (float& v : net.value) v *= scale;
  return true;
}

/// Correlation of the net with the picture, its middle at pixel (x, y).
double correlate(const ImageView& gray, const Net& net, const std::array<int, Net::kPoints>& offsets, int x, int y) {
  const std::uint8_t* middle = gray.row(y) + x;
  float with = 0, sum = 0, squares = 0;
  for (std::size_t k = 0; k < Net::kPoints; ++k) {
    const auto g = static_cast<float>(middle[offsets[k]]);
    with += net.value[k] * g;
    sum += g;
    squares += g * g;
  }
  const double spread = static_cast<double>(squares) - static_cast<double>(sum) * static_cast<double>(sum) / Net::kPoints;
  return spread > Net::kPoints ? static_cast<double>(with) / std::sqrt(spread) : 0;
}

void place_net(const ImageView& gray, const Net& net, double fraction_x, double fraction_y, std::array<int, Net::kPoints>& offsets) {
  for (std::size_t k = 0; k < Net::kPoints; ++k) {
    const int dx = static_cast<int>(std::floor(static_cast<double>(net.dx[k]) + fraction_x + 0.5));
    const int dy = static_cast<int>(std::floor(static_cast<double>(net.dy[k]) + fraction_y + 0.5));
    offsets[k] = dx + dy * static_cast<int>(gray.stride);
  }
}

bool inside(const ImageView& gray, const Net& net, double x, double y) {
  const double reach = static_cast<double>(net.reach) + 2;
  return x >= reach && y >= reach && x < gray.width - reach && y < gray.height - reach;
}

}  // namespace

double PrintFitter::likeness(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& at) {
  Net net;
  if (!make_net(print, plane, at.up_rad, net)) return 0;
  const PixelPoint middle = plane.pixel(at.x_mm, at.y_mm);
  if (!inside(gray, net, middle.x, middle.y)) return 0;
  const int x = static_cast<int>(middle.x), y = static_cast<int>(middle.y);
  std::array<int, Net::kPoints> offsets{};
  place_net(gray, net, middle.x - x, middle.y - y, offsets);
  return correlate(gray, net, offsets, x, y);
}

std::array<PrintFitter::Start, 3> PrintFitter::search(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane,
                                                      const PrintPose& home, double radius_mm, double turn_rad) {
  std::array<Start, 3> best{};
  const PixelPoint middle = plane.pixel(home.x_mm, home.y_mm);
  const int cx = static_cast<int>(middle.x + 0.5), cy = static_cast<int>(middle.y + 0.5);
  const int radius = std::max(1, static_cast<int>(radius_mm / plane.mm_per_px));
  const int step = std::clamp(radius / 12, 1, std::max(1, static_cast<int>(0.12 * print.half_width_mm / plane.mm_per_px)));
  for (const double turn : {0.0, -turn_rad, turn_rad}) {
    Net net;
    if (!make_net(print, plane, home.up_rad + turn, net)) return best;
    std::array<int, Net::kPoints> offsets{};
    place_net(gray, net, 0, 0, offsets);
    for (int y = cy - radius; y <= cy + radius; y += step) {
      for (int x = cx - radius; x <= cx + radius; x += step) {
        if ((x - cx) * (x - cx) + (y - cy) * (y - cy) > radius * radius || !inside(gray, net, x, y)) continue;
        const double likeness = correlate(gray, net, offsets, x, y);
        if (likeness <= best[2].likeness) continue;
        Start start{likeness, {0, 0, home.up_rad + turn}};
        plane.table(x, y, start.pose.x_mm, start.pose.y_mm);
        // One start a place: a better one near an old one takes its stead.
        std::size_t at = 2;
        for (std::size_t k = 0; k < 3; ++k) {
          const double dx = best[k].pose.x_mm - start.pose.x_mm, dy = best[k].pose.y_mm - start.pose.y_mm,
                       near = 2.5 * plane.mm_per_px * step;
          if (best[k].likeness > 0 && dx * dx + dy * dy < near * near) {
            at = k;
            break;
          }
        }
        if (best[at].likeness >= likeness) continue;
        best[at] = start;
        std::sort(best.begin(), best.end(), [](const Start& a, const Start& b) { return a.likeness > b.likeness; });
      }
    }
  }
  return best;
}

}  // namespace polemarch::vision
