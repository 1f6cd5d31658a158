#include "assistant/eye/picture_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "calibration/table/table_look.hpp"
#include "vision/detect/squares/detector.hpp"

namespace polemarch::assistant {

namespace {

constexpr std::size_t kLeastMarkers = 3;
constexpr double kHalfModule = 0.125;               // of the way from a marker's middle to its corner: half a module of eight
constexpr int kClipped = 253, kLeastContrast = 30;  // grey levels
constexpr int kEvery = 7;                           // px, of a picture looked at for its light
constexpr double kLightShare = 0.995;               // of the picture is darker than its light parts
constexpr int kLightest = 55;                       // grey level: paper darker than that is hardly lighter than ink

std::optional<int> level_at(const ImageView& gray, PixelPoint at) {
  const auto x = static_cast<int>(std::lround(at.x)), y = static_cast<int>(std::lround(at.y));
  if (x < 0 || y < 0 || x >= gray.width || y >= gray.height) return std::nullopt;
  return gray.row(y)[x];
}

int median(std::vector<int>& of) {
  const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  std::nth_element(of.begin(), middle, of.end());
  return *middle;
}

}  // namespace

std::optional<BorderLevels> border_levels(const ImageView& gray, const std::vector<vision::BorderSeen>& border) {
  std::vector<int> paper, contrast;
  for (const vision::BorderSeen& b : border) {
    if (!b.seen) continue;
    contrast.push_back(static_cast<int>(std::lround(b.contrast)));
    PixelPoint middle{0, 0};
    for (const PixelPoint& c : b.corners) middle = {middle.x + c.x / 4, middle.y + c.y / 4};
    for (const PixelPoint& c : b.corners) {
      const PixelPoint half{(c.x - middle.x) * kHalfModule, (c.y - middle.y) * kHalfModule};
      if (const auto level = level_at(gray, {c.x + half.x, c.y + half.y})) paper.push_back(*level);
    }
  }
  if (contrast.size() < kLeastMarkers || paper.empty()) return std::nullopt;
  const int white = median(paper);
  return BorderLevels{white, white - median(contrast)};  // blur mixes what pixels show of the ink
}

std::optional<TableNotice> light_complaint(const BorderLevels& levels) {
  if (levels.paper >= kClipped)
    return TableNotice{"too_bright",
                       "Too bright: the markers' paper is pure white and swells over their ink. Turn the camera's exposure down."};
  if (levels.paper - levels.ink < kLeastContrast)
    return TableNotice{"too_dark", "Too dark: the markers' paper is hardly lighter than their ink. More light, or more exposure."};
  return std::nullopt;
}

std::optional<TableNotice> dark_complaint(const ImageView& gray) {
  std::vector<std::uint8_t> levels;
  for (int y = kEvery / 2; y < gray.height; y += kEvery)
    for (int x = kEvery / 2; x < gray.width; x += kEvery) levels.push_back(gray.row(y)[x]);
  if (levels.empty()) return std::nullopt;
  const auto light = levels.begin() + static_cast<std::ptrdiff_t>(kLightShare * static_cast<double>(levels.size() - 1));
  std::nth_element(levels.begin(), light, levels.end());
  if (*light >= kLightest) return std::nullopt;
  return TableNotice{"too_dark",
                     "Too dark: hardly anything in the picture is light. More light, more exposure, or take off what covers the lens."};
}

bool shows_mirrored(vision::SquareDetector& reader, const Table& table, const ImageView& gray) {
  Image mirrored(gray.width, gray.height, 1);
  for (int y = 0; y < gray.height; ++y) std::reverse_copy(gray.row(y), gray.row(y) + gray.width, mirrored.row(y));
  return calibration::border_sightings(table, reader.detect(mirrored.view()).markers).size() >= kLeastMarkers;
}

bool shows_two_tables(const Table& table, const std::vector<Detection>& found) {
  const auto times = [&](const BorderMarker& m) {
    return std::ranges::count_if(found, [&](const Detection& d) { return d.marker == m.marker; });
  };
  return std::ranges::count_if(table.border, [&](const BorderMarker& m) { return times(m) > 1; }) >=
         static_cast<std::ptrdiff_t>(kLeastMarkers);
}

}  // namespace polemarch::assistant
