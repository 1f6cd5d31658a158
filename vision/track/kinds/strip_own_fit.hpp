#pragma once
/// Following one strip or one ring: its own fit as an OwnFit. What depends on size and blur only is shared by all tracks of a family.

#include <map>
#include <memory>
#include <vector>

#include "vision/detect/rings/ring_fit.hpp"
#include "vision/detect/strips/fit/strip_fit.hpp"
#include "vision/detect/strips/fit/strip_late_blur.hpp"
#include "vision/detect/strips/words/strip_decode.hpp"
#include "vision/pixels/picture_tone.hpp"
#include "vision/track/fit/own_fit.hpp"

namespace polemarch::vision {

/// Decoders of one family at one printed size, by blur. Blurs go in steps of 5 %: a decoder costs a millisecond.
class StripTools {
 public:
  StripTools(StripLayout printed, std::shared_ptr<const CodeBook> book) : layout_(printed), book_(std::move(book)) {}
  static int step_of(double blur_mm);
  static double blur_of(int step);
  const StripDecoder& decoder(int step);
  const RingProfiles& ring(int step);
  const StripLayout& layout() const { return layout_; }
  const CodeBook& book() const { return *book_; }
  /// The picture near a strip with what the camera did to it taken back; the picture itself where that is nothing.
  ImageView seen(const ImageView& gray, const LocalMap& map, const StripPose& pose);
  /// Noise of the picture's pixels in grey levels, measured now and then.
  float noise(const ImageView& gray);

  StripPixels strip_pixels;  ///< scratch of the fits; one thread
  RingPixels ring_pixels;
  LateShare late;    ///< of the picture's blur
  PictureTone tone;  ///< as strips read cold showed it

 private:
  Image toned_;   // of the picture's size
  int fits_ = 0;  // until the noise is measured again
  float noise_ = 0;
  StripLayout layout_;
  std::shared_ptr<const CodeBook> book_;
  std::map<int, std::unique_ptr<StripDecoder>> decoders_;
  std::map<int, std::unique_ptr<RingProfiles>> rings_;
};

/// A strip's or a ring's, by the tools' layout. `id` must be a word of the book.
std::unique_ptr<OwnFit> make_strip_own_fit(std::shared_ptr<StripTools> tools, int id);

}  // namespace polemarch::vision
