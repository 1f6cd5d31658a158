#include "vision/track/kinds/marker_kind.hpp"

#include <cmath>

#include "vision/detect/squares/detector.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/prints/square_pattern.hpp"
#include "vision/prints/strip_layout.hpp"
#include "vision/track/kinds/strip_kind.hpp"

namespace polemarch::vision {

namespace {

ImageView cut(const ImageView& gray, const PixelBox& box) {
  return {gray.row(box.y0) + box.x0, box.x1 - box.x0, box.y1 - box.y0, gray.stride, 1};
}

/// As SquareAt; `corner`: where the pixels of `at` and `towards` are counted from.
std::optional<Quad> square_from(const Camera& camera, double height_mm, double size_mm, PixelPoint at, PixelPoint towards, bool right,
                                PixelPoint corner) {
  double x = 0, y = 0, tx = 0, ty = 0;
  if (!unproject(camera, at + corner, height_mm, x, y) || !unproject(camera, towards + corner, height_mm, tx, ty)) return std::nullopt;
  const double way = std::hypot(tx - x, ty - y);
  if (!(way > 1e-6)) return std::nullopt;
  const double ux = (tx - x) / way * size_mm, uy = (ty - y) / way * size_mm;
  const double nx = right ? uy : -uy, ny = right ? -ux : ux;
  const auto pixel = [&](double px, double py) { return project(camera, px, py, height_mm) - corner; };
  const PixelPoint along = pixel(x + ux, y + uy), across = pixel(x + ux + nx, y + uy + ny), beside = pixel(x + nx, y + ny);
  if (right) return Quad{at, along, across, beside};
  return Quad{at, beside, across, along};
}

class SquareKind : public MarkerKind {
 public:
  explicit SquareKind(Dictionary dictionary) : thorough_(dictionary, covered()), quick_(std::move(dictionary), covered()) {}

  bool has(MarkerId marker) const override {
    return marker.number >= 0 && static_cast<std::size_t>(marker.number) < thorough_.dictionary().words.size();
  }
  Pattern pattern(MarkerId marker, double size_mm) const override { return square_pattern(thorough_.dictionary(), marker, size_mm); }
  const Dictionary* dictionary() const override { return &thorough_.dictionary(); }

  std::vector<Detection> find(const ImageView& gray, const PixelBox& window, const Camera& camera, double height_mm, double size_mm,
                              int look) override {
    SquareDetector* reader = &thorough_;
    if (look == 0) {
      const double side = side_px(window, camera, height_mm, size_mm);
      if (std::abs(side - quick_side_) > 0.2 * quick_side_) {  // one threshold suffices where the size is known
        quick_side_ = side;
        DetectSettings settings = covered();
        settings.passes = {{1, std::max(4, static_cast<int>(0.6 * side)), 6}};
        if (side < 22) settings.passes = {{2, std::max(6, static_cast<int>(1.1 * side)), 6}};
        settings.pieces.least_side = std::max(5, static_cast<int>(0.5 * side));
        quick_ = SquareDetector(thorough_.dictionary(), settings);
      }
      reader = &quick_;
    }
    const PixelPoint corner{static_cast<double>(window.x0), static_cast<double>(window.y0)};
    reader->know_size([&](PixelPoint at, PixelPoint towards, bool right, double scale) {
      return square_from(camera, height_mm, scale * size_mm, at, towards, right, corner);
    });
    std::vector<Detection> found = reader->detect(cut(gray, window)).markers;
    reader->know_size({});
    for (Detection& d : found)
      for (PixelPoint& p : d.corners) p = p + corner;
    return found;
  }

 private:
  /// Sizes and plane are known here and vouch for a find, so partly covered markers may be read too.
  static DetectSettings covered() {
    DetectSettings settings;
    settings.identity.covered_errors = 6;
    return settings;
  }
  static double side_px(const PixelBox& window, const Camera& camera, double height_mm, double size_mm) {
    const PixelPoint middle{0.5 * (window.x0 + window.x1), 0.5 * (window.y0 + window.y1)};
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    if (!unproject(camera, middle, height_mm, x0, y0) || !unproject(camera, {middle.x + 10, middle.y}, height_mm, x1, y1)) return 30;
    return 10 * size_mm / std::max(1e-3, std::hypot(x1 - x0, y1 - y0));
  }
  SquareDetector thorough_, quick_;
  double quick_side_ = 1e9;
};

}  // namespace

std::unique_ptr<MarkerKind> make_marker_kind(const std::string& family) {
  if (is_strip_family(family)) return make_strip_kind(family);
  auto dictionary = load_dictionary(family);
  if (!dictionary) return nullptr;
  return std::make_unique<SquareKind>(std::move(*dictionary));
}

}  // namespace polemarch::vision
