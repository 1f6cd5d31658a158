#pragma once
/// What a camera did to its picture after the pixels were taken, and how it is taken back: a phone sharpens, and before that bends what the
/// lens gave by a tone curve, so that white swells at the cost of black. Prints blurred as by a lens fit what is left. Pixels. Pure.

#include "models/image.hpp"

namespace polemarch::vision {

/// Nothing of it: the picture as it is.
struct PictureTone {
  float halo = 0;   ///< amount of an unsharp mask of kHaloPx; 0 to 3
  float curve = 0;  ///< the light t (0 to 1) that a grey level g shows: t = g - curve g (1 - g); 0 to 1, which is a gamma of 2
  bool plain() const { return halo <= 0 && curve <= 0; }
  friend bool operator==(const PictureTone&, const PictureTone&) = default;
};

constexpr double kHaloPx = 1.2;  ///< standard deviation of the mask that is taken back; 0.8 to 2 are near enough

/// When another tone is tried: seldomer the more tries were in vain. Counts whole pictures.
class ToneWait {
 public:
  /// Once a picture.
  bool over() {
    if (left_ == 0) return true;
    --left_;
    return false;
  }
  void found() { left_ = backoff_ = kFirst; }
  void in_vain() { left_ = backoff_ = backoff_ == 0 ? kFirst : 2 * backoff_ < kLongest ? 2 * backoff_ : kLongest; }

 private:
  static constexpr int kFirst = 15, kLongest = 240;
  int left_ = 0, backoff_ = 0;
};

/// Part of a picture that is taken back; beside it nothing is.
struct TonePart {
  int x = 0, y = 0, width = 0, height = 0;
};

/// `picture` without `tone`, in `out` at the same places. `out` gets the picture's size; what it held outside the part stays.
void take_back(const ImageView& picture, const TonePart& part, const PictureTone& tone, Image& out);

}  // namespace polemarch::vision
