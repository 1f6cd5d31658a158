#include "vision/track/followed/track.hpp"

namespace polemarch::vision {

namespace {
const std::string kBorder = "~";
}

BaseId border_id(MarkerId marker) { return {kBorder + std::to_string(marker.number)}; }

bool is_border(const Track& track) { return track.spec.base.text.starts_with(kBorder); }

}  // namespace polemarch::vision
