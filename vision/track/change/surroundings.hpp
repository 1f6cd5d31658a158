#pragma once
/// What lies round a base, to tell a lifted base from a covered one: where a base was taken away its surroundings are as before, while a
/// hand or sleeve that lies over it reaches beyond it. Grey pictures, grey levels, pixels. Pure.

#include <array>

#include "vision/track/change/change_map.hpp"

namespace polemarch::vision {

struct Surroundings {
  static constexpr std::size_t kPlaces = 48;
  PixelBox body;                       ///< round which they were taken
  std::array<float, kPlaces> level{};  ///< means of 3 x 3 pixels just outside; < 0 off the picture
  bool known = false;

  /// They were taken round this box, give or take a nudge.
  bool about(const PixelBox& now) const;
};

/// Levels at places evenly spread round the box, just outside it.
Surroundings surroundings_of(const ImageView& gray, const PixelBox& body);

/// Share of the places that look different now, 0 to 1; light that changes by a tenth, or ten levels, is no difference.
double share_changed(const Surroundings& before, const Surroundings& now);

/// Nothing round the box has changed against the map's reference, so what lies there may be learnt.
bool quiet_round(const ChangeMap& change, const PixelBox& body, int limit);

}  // namespace polemarch::vision
