#include "vision/track/track.hpp"

namespace polemarch::vision {

namespace {
const std::string kBorder = "~";
}

BaseId border_id(MarkerId marker) { return {kBorder + std::to_string(marker.number)}; }

bool is_border(const Track& track) { return track.spec.base.text.starts_with(kBorder); }

bool is_strip(const Track& track) { return track.own && track.pattern.height_mm < 0.5 * track.pattern.width_mm; }

}  // namespace polemarch::vision
