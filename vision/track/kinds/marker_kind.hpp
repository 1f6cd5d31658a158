#pragma once
/// What the tracker must know of a marker family: how its prints look and how to find them cold. One class a kind (square, strip,
/// ring); make_marker_kind() is the one place where a new kind is added.

#include <memory>
#include <string>
#include <vector>

#include "models/camera.hpp"
#include "models/detection.hpp"
#include "models/image.hpp"
#include "vision/prints/dictionary.hpp"
#include "vision/prints/pattern.hpp"
#include "vision/track/change/change_map.hpp"
#include "vision/track/fit/own_fit.hpp"

namespace polemarch::vision {

class MarkerKind {
 public:
  virtual ~MarkerKind() = default;
  virtual bool has(MarkerId marker) const = 0;
  /// `size_mm` as in MarkerMount.
  virtual Pattern pattern(MarkerId marker, double size_mm) const = 0;
  /// Markers of the family in `window` of the picture; corners in pixels of the whole picture. `height_mm`: of the plane they may be
  /// expected on; `size_mm`: the usual size. look 0: fast; 1 and more: thorough.
  virtual std::vector<Detection> find(const ImageView& gray, const PixelBox& window, const Camera& camera, double height_mm, double size_mm,
                                      int look) = 0;
  /// What a print of the family measures, mm (MarkerMount::size_mm), and on whose plane it must be looked for; 0: any size, any plane.
  virtual double usual_mm() const { return 0; }
  /// The family's own way to fit a print; null: PrintFitter does it.
  virtual std::unique_ptr<OwnFit> own_fit(MarkerId /*marker*/, double /*size_mm*/) { return nullptr; }
  /// Of square families; null otherwise.
  virtual const Dictionary* dictionary() const { return nullptr; }
};

/// Null when the family is unknown.
std::unique_ptr<MarkerKind> make_marker_kind(const std::string& family);

}  // namespace polemarch::vision
