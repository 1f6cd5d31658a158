#pragma once
/// Which part of a fit's error averages out. The residual of a resting print has two parts. Noise is new in every frame. Bias stays: the
/// pixel grid, the print's flaws, a blur that is not quite Gaussian, what JPEG does to the same picture again and again. Noise is measured
/// from two frames running, and bias is the rest. A base's stated error never falls below it.

#include <cstdint>
#include <vector>

#include "models/image.hpp"
#include "vision/track/followed/scatter.hpp"
#include "vision/track/tracks.hpp"

namespace polemarch::vision {

class Noise {
 public:
  /// Times Scatter::plain_left (chance spreads it by a tenth) from which a strip's residual is more than what all have.
  static constexpr double kOddStrip = 1.2;
  static constexpr int kLearnFits = 80;  ///< repeated fits after which the scatter of the squares is learnt

  /// Of prints fitted by PrintFitter, and of those that have an OwnFit.
  const Scatter& squares() const { return squares_; }
  const Scatter& own() const { return own_; }
  Scatter& of(const Track& track) { return track.print.own ? own_ : squares_; }
  const Scatter& of(const Track& track) const { return track.print.own ? own_ : squares_; }
  /// Repeated fits all rest on.
  int fits() const { return squares_.fits + own_.fits; }

  /// Keeps the pixels of one resting print until the next frame.
  void take_probe(const ImageView& gray, const Tracks& tracks, std::size_t index);
  /// Of several, while the noise is unknown.
  void take_probes(const ImageView& gray, const Tracks& tracks);
  /// Compares them with this frame, unless its light is another.
  void read_probes(const ImageView& gray, Tracks& tracks, bool light_changed);
  /// What strips leave over that nothing falls on.
  void learn_plain_left(const Tracks& tracks);

 private:
  /// What changes of these pixels until the next frame is noise that averages out; what the fit leaves over and above that stays.
  struct Probe {
    std::string family;  // of the track: indices move on when one more is followed
    MarkerId marker;
    PixelBox box;
    std::vector<std::uint8_t> pixels;
    double residual_variance = 0;  // grey levels squared, of the fit
  };
  void read_probe(const ImageView& gray, const Tracks& tracks, const Probe& probe);

  Scatter squares_, own_;
  std::vector<Probe> probes_;  // one a frame; more until the noise is known
  std::vector<double> strips_left_;
};

}  // namespace polemarch::vision
