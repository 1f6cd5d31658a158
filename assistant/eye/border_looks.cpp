#include "assistant/eye/border_looks.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "vision/detect/detector.hpp"

namespace polemarch::assistant {
namespace {

constexpr double kSamePx = 1.0;  // a marker that shows farther off than this was pushed, or something lies on its rim

double farthest(const std::array<PixelPoint, 4>& a, const std::array<PixelPoint, 4>& b) {
  double out = 0;
  for (std::size_t k = 0; k < 4; ++k) out = std::max(out, std::hypot(a[k].x - b[k].x, a[k].y - b[k].y));
  return out;
}

}  // namespace

BorderLooks::BorderLooks(std::vector<calibration::BorderSighting> first, int looks) : turns_left_(looks - 1) {
  for (calibration::BorderSighting& s : first) {
    const bool counts = s.covariance.size() == 64;
    sums_.push_back({s, {s.marker, {}, std::vector<double>(64, 0.0)}, counts ? 1 : 0});
    if (counts) sums_.back().sum = s;
  }
}

bool BorderLooks::read(vision::SquareDetector& reader, const ImageView& gray, int markers) {
  for (int i = 0; i < markers && turns_left_ > 0 && !sums_.empty(); ++i) {
    Sum& sum = sums_[next_];
    next_ = (next_ + 1) % sums_.size();
    turns_left_ -= next_ == 0 ? 1 : 0;
    const auto found = reader.read_quad(gray, sum.first.corners);
    if (!found || found->marker != sum.first.marker || farthest(found->corners, sum.first.corners) > kSamePx) continue;
    if (found->corner_covariance.size() != sum.sum.covariance.size()) continue;
    ++sum.count;
    for (std::size_t k = 0; k < 4; ++k) {
      sum.sum.corners[k].x += found->corners[k].x;
      sum.sum.corners[k].y += found->corners[k].y;
    }
    std::ranges::transform(sum.sum.covariance, found->corner_covariance, sum.sum.covariance.begin(), std::plus<>());
  }
  return turns_left_ <= 0;
}

std::vector<calibration::BorderSighting> BorderLooks::sightings() const {
  std::vector<calibration::BorderSighting> out;
  for (const Sum& sum : sums_) {
    if (sum.count == 0) continue;
    calibration::BorderSighting s = sum.sum;
    for (double& c : s.covariance) c /= static_cast<double>(sum.count) * sum.count;
    for (PixelPoint& p : s.corners) {
      p.x /= sum.count;
      p.y /= sum.count;
    }
    out.push_back(s);
  }
  return out;
}

}  // namespace polemarch::assistant
