#pragma once
/// What a followed marker looks like: its pattern, and its template as lens and camera show it now. Marker frame, mm. Pure but for what its
/// own fit has learnt.

#include <cstdint>
#include <memory>
#include <vector>

#include "vision/prints/dictionary.hpp"
#include "vision/prints/pattern.hpp"
#include "vision/track/fit/own_fit.hpp"
#include "vision/track/fit/template.hpp"
#include "vision/track/followed/print_blur.hpp"

namespace polemarch::vision {

struct MarkerPrint {
  Pattern pattern;                         ///< its raster is kept as `ink`
  std::vector<std::uint8_t> ink;           ///< the pattern's values, 0 ink to 240 paper
  const Dictionary* dictionary = nullptr;  ///< of square families, to read the code again; null for strips and rings
  std::shared_ptr<OwnFit> own;             ///< of strips and rings; null: PrintFitter
  PrintTemplate shown;                     ///< as the camera shows it
  PrintBlur blur;

  MarkerPrint() = default;
  MarkerPrint(Pattern pattern, const Dictionary* dictionary, std::shared_ptr<OwnFit> own);

  /// From its middle to a corner.
  double reach_mm() const;
  /// Of a family of strips: no ring.
  bool is_strip() const { return own && pattern.height_mm < 0.5 * pattern.width_mm; }
  /// Makes the template anew where the camera shows the print plainly otherwise than it was made for. `blur_px`: of `look`.
  void show(const PrintLook& look, double blur_px);

 private:
  bool is_outdated(const PrintLook& look, double blur_px) const;
};

}  // namespace polemarch::vision
