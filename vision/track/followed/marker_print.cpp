#include "vision/track/followed/marker_print.hpp"

#include <cmath>
#include <utility>

namespace polemarch::vision {

namespace {
constexpr double kToneStep = 0.02;   // a change of the tone curve that is worth a new template
constexpr double kBlurStep = 0.04;   // likewise of the blur, share
constexpr double kShapeStep = 0.08;  // and of the blur along each side of the print
}  // namespace

MarkerPrint::MarkerPrint(Pattern of, const Dictionary* words, std::shared_ptr<OwnFit> fits)
    : pattern(std::move(of)), dictionary(words), own(std::move(fits)) {
  ink.reserve(pattern.value.size());
  for (const float v : pattern.value) ink.push_back(static_cast<std::uint8_t>(kPaper * v + 0.5F));
  pattern.value = {};
  pattern.weight = {};  // only the rim's end matters here, and that is the raster's end
}

double MarkerPrint::reach_mm() const { return std::hypot(shown.half_width_mm, shown.half_height_mm); }

bool MarkerPrint::is_outdated(const PrintLook& look, double blur_px) const {
  if (shown.value.empty() || std::abs(blur.made_px - blur_px) > kBlurStep * blur.made_px) return true;
  if (own) return false;
  const BlurOnPrint& seen = look.blur;
  return std::abs(shown.blur_x_mm - seen.x_mm) > kShapeStep * seen.x_mm || std::abs(shown.blur_y_mm - seen.y_mm) > kShapeStep * seen.y_mm ||
         std::abs(shown.blur_xy_mm2 - seen.xy_mm2) > kShapeStep * seen.x_mm * seen.y_mm || std::abs(shown.tone - look.tone) > kToneStep ||
         shown.halo != look.halo;
}

void MarkerPrint::show(const PrintLook& look, double blur_px) {
  if (!is_outdated(look, blur_px)) return;
  if (own && !shown.value.empty()) {  // it fits from its own tables; the template only serves as a picture to compare
    shown.blur_x_mm = shown.blur_y_mm = look.blur.x_mm;
  } else {
    shown = make_template(pattern, ink, look);
  }
  blur.made_px = blur_px;
}

}  // namespace polemarch::vision
