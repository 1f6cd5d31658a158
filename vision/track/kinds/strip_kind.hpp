#pragma once
/// Strips and rings as a kind of marker the tracker can follow (vision/detect/strips/README.md).

#include <memory>
#include <string>

#include "vision/track/kinds/marker_kind.hpp"

namespace polemarch::vision {

/// Null when there is no strip or ring family of that name.
std::unique_ptr<MarkerKind> make_strip_kind(const std::string& family);

}  // namespace polemarch::vision
