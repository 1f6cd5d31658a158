#pragma once
/// What the picture is compared with from frame to frame: the change map, what plain noise does to it, a change of light, and how far the
/// table has moved in the picture since. A camera that is known better changes no pixel; one that has moved since the reference was taken
/// shifts them all.

#include "models/camera.hpp"
#include "models/table.hpp"
#include "vision/track/change/change_map.hpp"

namespace polemarch::vision {

class Reference {
 public:
  /// The first frame, or the source changed its size: there is nothing to compare it with.
  bool is_new_to(const ImageView& gray) const { return !started_ || !change_.fits(gray); }
  void restart(const ImageView& gray, const Camera& camera);
  void compare(const ImageView& gray);

  /// The pixels it holds mean places by this camera.
  void is_by(const Camera& camera) { camera_ = camera; }
  /// The camera has moved to where this one is.
  void camera_moved(const Camera& camera, const Table& table);
  /// Before the bases are followed: whether the camera has moved too far for single edges.
  void judge_shift();
  /// Everything has to be looked at again.
  void doubt_all() { light_changed_ = true; }
  /// Takes the picture where light or camera have changed all of it.
  void renew(const ImageView& gray, const Camera& camera);

  ChangeMap& change() { return change_; }
  const ChangeMap& change() const { return change_; }
  /// Of a block, grey levels summed: what plain noise does.
  double usual() const { return usual_; }
  /// Exposure or lamp, in this frame.
  bool light_changed() const { return light_changed_; }
  /// By the camera's motion the reference is taken anew in this frame.
  bool shifted() const { return shifted_; }

  /// What a block must differ by to be restless: `times` what is usual, and more than a quiet camera's noise.
  int restless(double times) const;
  /// What a block must differ by for something to have changed there.
  int block_limit() const;
  /// What the picture's own noise does to the change over a box.
  double noise_over(const PixelBox& box) const;

 private:
  ChangeMap change_;
  Camera camera_;
  double usual_ = 0, shifted_px_ = 0;
  bool started_ = false, light_changed_ = false, shifted_ = false;
};

}  // namespace polemarch::vision
