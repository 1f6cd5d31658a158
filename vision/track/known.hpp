#pragma once
/// What a tracker works from: the registered camera, the table, what each family's markers look like, what was set.

#include <map>
#include <memory>
#include <string>

#include "models/camera.hpp"
#include "models/table.hpp"
#include "vision/track/kinds/marker_kind.hpp"
#include "vision/track/settings.hpp"

namespace polemarch::vision {

using MarkerKinds = std::map<std::string, std::unique_ptr<MarkerKind>>;  ///< by family

struct Known {
  Camera camera;
  Table table;
  TrackSettings settings;
  MarkerKinds kinds;
  bool loose = false;  ///< markers without a declared base become bases
  /// Pixels to a millimetre in the middle of the table, roughly.
  double rough_px_per_mm() const;
};

}  // namespace polemarch::vision
