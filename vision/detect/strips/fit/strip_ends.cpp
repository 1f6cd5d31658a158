#include "vision/detect/strips/fit/strip_ends.hpp"

#include <array>
#include <cmath>

#include "vision/detect/strips/fit/strip_frame.hpp"

namespace polemarch::vision {

namespace {
constexpr float kInward = 1;      // mm before the end from which blur shows what comes
constexpr float kJudged = 0.75F;  // share of print from which a pixel counts
constexpr float kHalf = 0.65F;    // of the way from black to a spine that goes on
constexpr float kPlainly = 9;     // by so much likelier (twice its logarithm) than black must that be
}  // namespace

bool spine_goes_on(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripFit& fit) {
  const StripLayout& layout = profiles.layout();
  const StripFrame frame(pixels, fit.pose);
  const auto ends = static_cast<float>(layout.length_mm / 2 - layout.end_mm);
  const auto spine = static_cast<float>(layout.spine_mm / 2);
  std::array<float, 2> shown{}, going_on{};  // at the left end and at the right one
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const float u = frame.u(pixels.x[i], pixels.y[i]), v = frame.v(pixels.x[i], pixels.y[i]);
    if (std::abs(u) < ends - kInward || std::abs(v) > spine) continue;
    const Lanes across = profiles.across().read(v).value;
    const Lanes here = along.read(u).value * across;
    if (here[3] < kJudged) continue;  // what lies beyond the end shows through
    const float black = fit.black - pixels.offset + fit.gain * (here[0] + here[1] + here[2]), more = fit.gain * (across[0] - here[0]);
    shown[u < 0 ? 0 : 1] += (pixels.grey[i] - black) * more;
    going_on[u < 0 ? 0 : 1] += more * more;
  }
  const float noise = fit.gain * fit.residual;
  const auto goes_on = [&](std::size_t end) {
    return shown[end] > kHalf * going_on[end] && 2 * shown[end] - going_on[end] > kPlainly * noise * noise;
  };
  return goes_on(0) || goes_on(1);
}

}  // namespace polemarch::vision
