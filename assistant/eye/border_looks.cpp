#include "assistant/eye/border_looks.hpp"

#include <algorithm>
#include <cmath>

#include "vision/detect/squares/detector.hpp"

namespace polemarch::assistant {
namespace {

constexpr double kSamePx = 1.0;          // a marker that shows farther off than this was pushed, or something lies on its rim
constexpr std::size_t kCovariance = 64;  // numbers of four corners' covariance

double farthest(const std::array<PixelPoint, 4>& a, const std::array<PixelPoint, 4>& b) {
  double out = 0;
  for (std::size_t k = 0; k < 4; ++k) out = std::max(out, std::hypot(a[k].x - b[k].x, a[k].y - b[k].y));
  return out;
}

}  // namespace

BorderLooks::BorderLooks(const std::vector<calibration::BorderSighting>& first, int looks) : turns_left_(looks - 1) {
  for (const calibration::BorderSighting& s : first) {
    Border& border = border_.emplace_back(Border{s.corners, {{s.marker, {}, {}}, 0}});
    if (s.covariance.size() == kCovariance) border.seen.add(s.corners, s.covariance);
  }
}

bool BorderLooks::read(vision::SquareDetector& reader, const ImageView& gray, int markers) {
  for (int i = 0; i < markers && turns_left_ > 0 && !border_.empty(); ++i) {
    Border& border = border_[next_];
    next_ = (next_ + 1) % border_.size();
    turns_left_ -= next_ == 0 ? 1 : 0;
    const auto found = reader.read_quad(gray, border.corners);
    if (!found || found->marker != border.seen.sum.marker || farthest(found->corners, border.corners) > kSamePx) continue;
    if (found->corner_covariance.size() == kCovariance) border.seen.add(found->corners, found->corner_covariance);
  }
  return turns_left_ <= 0;
}

std::vector<calibration::BorderSighting> BorderLooks::sightings() const {
  std::vector<calibration::BorderSighting> out;
  for (const Border& border : border_)
    if (border.seen.count > 0) out.push_back(border.seen.mean());
  return out;
}

}  // namespace polemarch::assistant
