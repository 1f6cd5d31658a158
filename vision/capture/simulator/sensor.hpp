#pragma once
/// From clean levels to the bytes a camera delivers: light over time, tone curve, sharpening, noise, JPEG. Seeded, so equal every run.

#include <cstdint>
#include <memory>
#include <vector>

#include "models/image.hpp"
#include "vision/capture/simulator/compose.hpp"

namespace polemarch::vision::sim {

class Sensor {
 public:
  Sensor(const SensorSpec& spec, int width, int height, std::uint64_t seed);

  /// The frame at time t with fresh noise. `gray` is always delivered, `colour` when the picture has three channels.
  void expose(const CleanPicture& clean, std::int64_t frame, double t, std::shared_ptr<const Image>& gray,
              std::shared_ptr<const Image>& colour);

 private:
  float tone(float level) const;
  SensorSpec spec_;
  std::uint64_t seed_;
  std::vector<float> noise_;     ///< bank of unit noise
  std::vector<float> vignette_;  ///< factor per column and row distance, empty when even
  std::vector<float> curve_;     ///< tone curve over 0..511, empty when straight
};

/// Value of a key list at time t, straight between keys; `fallback` when empty.
double level_at(const std::vector<LevelKey>& keys, double t, double fallback);

}  // namespace polemarch::vision::sim
