#pragma once
/// The cold detector of strips: one picture in, every strip of one family out, with no memory of where they stood. Method and figures:
/// vision/detect/strips/METHOD.md, FIGURES.md. Plane frame of strip_plane.hpp; pixels as in OpenCV. Pure apart from what it learns about
/// blur and print.

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "models/detection.hpp"
#include "vision/detect/strips/align/strip_align.hpp"
#include "vision/detect/strips/find/strip_lines.hpp"
#include "vision/detect/strips/fit/strip_fit.hpp"
#include "vision/detect/strips/fit/strip_late_blur.hpp"
#include "vision/pixels/picture_light.hpp"
#include "vision/pixels/picture_tone.hpp"

namespace polemarch::vision {

struct StripSettings {
  double psf_px = 0.7;  ///< blur of the lens to begin with, standard deviation in pixels; default 0.7; learnt from what is found
  PictureTone tone;     ///< what the camera did to the picture, to begin with; default nothing; learnt where strips fit badly
  bool learn = true;    ///< estimate blur, print scale and tone from the strips found
  bool covered = true;  ///< look for partly covered strips too; default on; off is faster
};

struct StripFound {
  int id = -1;
  StripPose pose;                     ///< centre and direction of the u axis, on the plane
  double heading_deg = 0;             ///< direction of the marker's up, counter-clockwise from the plane's +x
  std::array<PixelPoint, 4> corners;  ///< top left, top right, bottom right, bottom left of the upright strip
  float gain = 0, black = 0, residual = 0, margin = 0, kept = 1;
  bool shadowed = false;               ///< a shadow lay across it and was taken off (fit/strip_shadow.hpp)
  std::array<double, 9> covariance{};  ///< (x mm, y mm, direction rad)
};

/// Part of a picture, pixels.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
};

/// What the last call did, for the bench and for tuning.
struct StripCounts {
  int lines = 0, laid_out = 0, starts = 0, fits = 0, covered = 0;
};

class StripDetector {
 public:
  StripDetector(const StripLayout& layout, CodeBook book, StripSettings settings = {});

  /// Every strip on `plane` in `picture` (grey).
  std::vector<StripFound> find(const ImageView& picture, const StripPlane& plane);
  /// The same where lines begin to be looked for only inside `tile`: for the parts of a picture that changed. A tile must hold the whole
  /// strip with 2 mm to spare. Learns nothing.
  std::vector<StripFound> find_in(const ImageView& picture, const StripPlane& plane, const PixelRect& tile);

  double psf_px() const { return psf_px_; }
  double print_scale() const { return print_scale_; }
  /// Share of the blur that came after the pixels were taken (fit/strip_late_blur.hpp).
  float late_share() const { return late_.share(); }
  /// What the camera did to the picture after its pixels were taken; it is taken back before anything else.
  const PictureTone& tone() const { return tone_; }
  const StripCounts& counts() const { return counts_; }

 private:
  struct Tools;  // decoder, aligner: rebuilt when blur, print or scale change
  void prepare(double scale);
  /// The tools for strips along a direction of the plane near a place: blur and grid follow the local scale and slant.
  Tools& tools_at(const LocalMap& map, double along_rad);
  /// `first`: of this picture; lines are sought then and kept.
  void find_once(const ImageView& picture, const PixelRect& tile, const StripPlane& plane, double scale, bool first,
                 std::vector<StripFound>& found);
  bool try_start(const ImageView& picture, const LocalMap& map, Tools& tools, const StripStart& start, StripFound& found);
  /// The strip at `fit`, of which `reading` is the likeliest word, with a shadow taken off that lies across it. Otherwise
  /// pixels_, along_ and what is found stay.
  bool try_shadowed(const LocalMap& map, const Tools& tools, StripReading reading, StripFit fit, float most_residual, StripFound& found);
  bool try_covered(const ImageView& picture, const LocalMap& map, Tools& tools, const StripStart& from, StripFound& found);
  /// Whether what should be covered shows plainly as the print of another word, of this book or not: a whole strip, there or up to two
  /// columns along, that explains all of the picture where this word explains a part.
  bool other_word_shows(const ImageView& picture, const LocalMap& map, const Tools& tools, StripWord word, const StripFit& fit);
  bool fits_as_other(const Tools& tools, StripWord word, StripWord other, StripPose pose, const StripPixels& seen, float own);
  /// A short strip read out of a longer one (fit/strip_ends.hpp), with the word in along_.
  bool part_of_longer(const Tools& tools, const StripFit& fit) const;
  /// Where a strip that is believed lies, from `fit` on pixels_.
  StripFit place(const LocalMap& map, const Tools& tools, StripWord word, const LaneTable& along, const StripFit& fit);
  void finish(const LocalMap& map, StripFound& strip) const;
  static void fill(const StripReading& reading, const StripFit& fit, StripFound& found);
  void measure_light(const ImageView& picture);
  /// What strips that nothing covers fit like, and the noise on them.
  void measure_residuals(const std::vector<StripFound>& found);
  bool learn(const ImageView& picture, const StripPlane& plane, const std::vector<StripFound>& all, double scale);
  /// A whole picture with its tone taken back.
  std::vector<StripFound> find_all(const ImageView& picture, const StripPlane& plane, double scale);
  /// Whether strips fit badly, or do not fit where they seem to be: something may have been done to the picture.
  bool tone_due(const std::vector<StripFound>& found);
  /// Looks for the tone that shows most; false when it is the one there was.
  bool learn_tone(const ImageView& picture, const StripPlane& plane, double scale, const std::vector<StripFound>& found);
  /// Drops short strips that fit far worse than the others, where a tone is taken back.
  void drop_odd(std::vector<StripFound>& found) const;
  ImageView toned_whole(const ImageView& picture);

  StripLayout nominal_;
  CodeBook book_;
  StripSettings settings_;
  double psf_px_, print_scale_;
  double tools_psf_ = 0, tools_print_ = 0, tools_scale_ = 0;
  std::map<std::pair<int, int>, std::shared_ptr<Tools>> tools_;  // by steps of scale along and across
  StripLayout printed_;                                          // the layout at the learnt print scale
  PictureLight light_;                                           // of the last whole picture
  float print_noise_ = 0;                                        // grey levels, on the strips found in it
  double plane_scale_ = 0;                                       // of the last whole picture; tiles use it
  LineFinder lines_;
  std::vector<std::vector<BrightLine>> found_lines_;  // of the last tile
  double lines_share_ = 0;                            // LinesWanted::least_share they were found with
  RoughMaps rough_;
  Image reduced_;
  PictureTone tone_;
  Image toned_;         // the last picture, tone taken back
  ToneWait tone_wait_;  // until it is looked for again
  StripPixels pixels_, beside_;
  LaneTable along_;                // of the word that is fitted
  float usual_residual_ = 0.040F;  // of strips that nothing covers, learnt; bounds what a covered one may have
  int settled_frames_ = 0;         // whole pictures until blur and print are looked at again
  float settled_residual_ = 0;
  double settled_scale_ = 0;
  LateShare late_;
  bool learns_ = false;
  StripCounts counts_;
};

/// Halves a grey picture: each pixel the mean of 2x2.
void halve(const ImageView& picture, Image& out);

}  // namespace polemarch::vision
