#pragma once
/// The tracker's inside, split over tracker.cpp (a frame from start to end), tracker_follow.cpp (known bases), tracker_lose.cpp (those
/// that are not found), tracker_report.cpp (what is said of all), tracker_learn.cpp (what prints tell of the camera), tracker_watch.cpp
/// (new pieces), tracker_owed.cpp (those it cannot see), tracker_focus.cpp (a camera that refocuses), tracker_height.cpp,
/// tracker_ground.cpp and tracker_undeclared.cpp (how high a base stands), tracker_noise.cpp (which part of a fit's error averages out),
/// tracker_error.cpp (what is said of it) and tracker_doubt.cpp (whether the table still lies where it was registered).

#include <map>

#include "vision/track/kinds/marker_kind.hpp"
#include "vision/track/track.hpp"
#include "vision/track/tracker.hpp"

namespace polemarch::vision {

/// Grey levels summed over a block of the change map: five standard deviations of a quiet camera's noise.
constexpr int kNoiseOfChangedBlock = 160;

/// A marker that was read once and waits for a second look before it counts.
struct Newcomer {
  std::size_t track = 0;  ///< index
  PrintPose pose;
  int frames = 0, misses = 0;
};

/// The pixels of one resting print, kept for a frame: what changes until the next frame is noise that averages out; what the fit leaves
/// over and above that stays.
struct NoiseProbe {
  std::size_t track = 0;
  PixelBox box;
  std::vector<std::uint8_t> pixels;
  double residual_variance = 0;  ///< grey levels squared, of the fit
};

/// The camera's tone curve as the prints show it, and the information it rests on.
struct Tone {
  double curve = 0, information = 1;
};

struct Tracker::Inside {
  Camera camera;
  Table table;
  TrackSettings settings;
  std::map<std::string, std::unique_ptr<MarkerKind>> kinds;
  std::vector<Track> tracks;  ///< sorted by base id
  std::map<std::pair<std::string, int>, std::size_t> by_marker;
  bool loose = false;  ///< markers without a declared base become bases

  ChangeMap change;
  PrintFitter fitter;
  Scatter scatter;      ///< of prints fitted by PrintFitter
  Scatter own_scatter;  ///< of those that have an OwnFit
  /// Times plain_left (chance spreads it by a tenth) from which a strip's residual is more than what all have.
  static constexpr double kOddStrip = 1.2;
  Scatter& scatter_of(const Track& track) { return track.own ? own_scatter : scatter; }
  TableState state;
  TrackCounts counts;
  double blur_px = 0.6, usual_change = 0;
  double blur_met_px2 = 0;  ///< mean of what the markers met so far showed
  int blurs_met = 0;
  double focus_px2 = 0;             ///< blur, variance, of the prints fitted lately: what all have in common when the camera refocuses
  bool nearly_all_lost = false;     ///< of the border, where there is one
  bool border_tells = false;        ///< there is: that nearly all is lost is the camera's doing and nobody's hands
  int blurred_frames = 0;           ///< running in which nearly all were lost though their places look like them
  int focus_tries = 0;              ///< left in this frame
  std::vector<NoiseProbe> probes;   ///< one a frame; more until the noise is known
  std::vector<double> strips_left;  ///< scratch
  Tone tone;
  HaloOfCamera halo;
  int since_halo = 0;  ///< frames
  int halos_due = 0;   ///< of the frame's fits of resting prints are asked for it
  long updates = 0;
  bool started = false, first_look = false, light_changed = false;
  bool refit_all = false, open_all = false;  ///< asked for in the next half frame; every gate is open in this frame
  // A camera that is known better changes no pixel; one that has moved since the reference was taken shifts them all.
  Camera reference_camera;       ///< with which the reference was taken
  double shifted_px = 0;         ///< of the table since then, at its worst corner
  bool shifted = false;          ///< so far that the reference is taken anew in this frame
  bool border_is_whole = false;  ///< every border marker in sight was fitted in this frame
  std::size_t next_refit = 0;
  int searches_left = 0, pixels_left = 0, odd_left = 0;

  // Doubt: the camera or the table moved, no pose of a base holds.
  bool in_doubt = false;
  double border_off_mm = 0;  ///< middle offset of the border from where it was registered
  int border_before = 0, bases_before = 0, border_lost = 0, bases_lost = 0, loss_frames = 0;
  int border_watched = 0;  ///< frames in which the border is fitted in any case
  std::vector<double> offsets;

  // Watch for new pieces: one entry a tile.
  struct Tile {
    std::uint8_t dirty = 0, quiet_frames = 0, looks = 0, seen_in_look = 0;
    int most = 0;            ///< strongest change of a block, of the last frame in which it was dirty
    std::uint8_t limit = 0;  ///< in 16 grey levels: this tile's own block limit, learnt where texture makes the noise restless
  };
  int tile_columns = 0, tile_rows = 0;
  std::vector<Tile> tiles;
  std::vector<std::uint8_t> explained;  ///< blocks under bases that are seen
  std::vector<std::size_t> wanted_tiles;
  std::vector<std::uint8_t> changed_tiles;  ///< scratch
  std::vector<std::pair<int, int>> owed;    ///< tiles to be read though they do not differ: what they span, index
  std::vector<PixelBox> came_to_rest;       ///< bodies of bases, in this frame
  bool light_was_changed = false;
  std::vector<Newcomer> newcomers;
  std::map<std::string, double> notice_until;  ///< key -> t; state.notices holds those still standing
  std::map<std::string, std::string> notice_text;

  CommonSize common_size;
  CommonSize common_strip_size;  ///< likewise, of strips

  // tracker.cpp
  Track make_track(const BaseSpec& spec);
  void index_tracks();
  void keep_pixels(Track& track, const Camera& with) const;
  double shift_since_reference() const;
  void follow_all(const ImageView& gray, double t, bool border, bool whole);
  void follow_border(const Frame& frame);
  void follow_bases(const Frame& frame);
  std::size_t next_resting();

  // tracker_report.cpp
  void notice(const std::string& key, const std::string& text, double t);
  void report(double t);

  // tracker_error.cpp
  /// Covariance of the print's pose (x mm, y mm, up rad) as the state gives it: of the newest fit, or of the average of the fits at rest.
  std::array<double, 9> stated_error(const Track& track, bool average) const;
  bool may_have_started(const Track& track) const;
  std::array<double, 9> unseen_move(const Track& track) const;
  std::array<double, 9> own_error(const Track& track, bool average) const;
  std::array<double, 9> square_error(const Track& track, bool average) const;

  // tracker_noise.cpp
  void take_probe(const ImageView& gray, std::size_t index);
  /// Of several resting prints, while the noise is unknown.
  void take_probes(const ImageView& gray);
  void read_probes(const ImageView& gray);
  void read_probe(const ImageView& gray, const NoiseProbe& probe);
  void learn_plain_left();

  // tracker_height.cpp, tracker_ground.cpp
  bool ground_may_be(double ground_mm, double x, double y) const;
  double height_under(const Track& track, const PrintPose& pose) const;
  void stand_on_declared_ground(Track& track);
  void learn_size(Track& track, const PrintFit& fit);
  std::optional<double> side_of(const Detection& detection, double height_mm) const;
  double looks_larger(const Track& track, const Detection& detection, double height_mm) const;
  std::vector<double> other_grounds(const Track& track, const Detection& detection) const;
  double rise_of(const Track& track, double larger) const;
  bool guess_ground(Track& track, const Detection& detection, PrintPose& pose);
  std::array<double, 3> doubt_of_rise(const Track& track, double rise_mm) const;
  void ask_whether_lifted(Track& track, const PrintFit& fit) const;
  PrintFit at_its_height(const ImageView& gray, Track& track, const PrintFit& fit);

  // tracker_undeclared.cpp
  struct SizeSays;
  struct Lifted;
  double learn_common_sizes();
  SizeSays size_says(const Track& track) const;
  void doubt_small_rise(Track& track, const SizeSays& says) const;
  std::optional<Lifted> put_on_ground(Track& track, const SizeSays& says);
  std::optional<double> look_nearer(const ImageView& gray, Track& track, const SizeSays& says, Lifted& to);
  std::optional<PrintFit> fit_on_ground(const ImageView& gray, Track& track, const PrintPose& pose, const Track& before);
  bool lift_square(const ImageView& gray, Track& track, const Track& before, const SizeSays& says, Lifted& to);
  bool lift_strip(const ImageView& gray, Track& track, const Track& before, const SizeSays& says, double usual_blur_px2, Lifted& to);
  void rest_on_ground(Track& track, const Track& before, const Lifted& to, double t);
  void find_undeclared_ground(const ImageView& gray, double t);

  // tracker_follow.cpp
  PrintLook look_of(const Track& track, const PrintPose& at, double blur) const;
  bool prepare(Track& track, const PrintPose& around);
  bool believable(const ImageView& gray, const Track& track, const PrintFit& fit, double least_share) const;
  /// `fields`: a print that fits badly may be explained by a highlight over it. Not before its height and its place are known.
  std::optional<PrintFit> try_at(const ImageView& gray, Track& track, const PrintPose& start, bool fields = false);
  std::optional<PrintFit> search(const ImageView& gray, Track& track);
  std::optional<PrintPose> seek(const ImageView& gray, const Track& track, const PrintPose& home, double radius_mm);
  PrintPose pose_of(const Detection& detection, double height_mm, bool& visible) const;
  PrintPose along_the_way(const ImageView& gray, Track& track);
  void follow(const ImageView& gray, std::size_t index, double t, bool gate_open);
  void accept(const ImageView& gray, std::size_t index, const PrintFit& fit, bool gate_open);
  bool gate_opens(Track& track);
  /// What the picture's own noise does to the change over a track's box.
  double noise_over(const Track& track) const;
  /// One frame in which the print did not move: what is usual there.
  void learn_usual(Track& track, int now) const;
  bool taken_by_other(std::size_t index, const PrintPose& pose) const;

  // tracker_lose.cpp
  /// Something with the print's pattern lies where it lay.
  bool looks_like_it(const ImageView& gray, const Track& track) const;
  void lose(const ImageView& gray, std::size_t index, double t);

  // tracker_focus.cpp
  void count_lost(const ImageView& gray, double t);
  /// A print that lies as it lay, seen through another focus than before. None leaves its blur as it was.
  std::optional<PrintFit> refocused(const ImageView& gray, Track& track);

  // tracker_learn.cpp
  void learn_blur(Track& track, const PrintFit& fit);
  void learn_tone(const Track& track, const PrintFit& fit);
  void learn_halo(const Track& track, const PrintFit& fit);

  // tracker_doubt.cpp
  void learn_homes();
  void measure_border_offset();
  bool lost_most();
  void judge_border(double t);
  void forget_motion();

  // tracker_explained.cpp
  void mark_explained();
  int unexplained_span(const ImageView& gray, const PixelBox& box, int least_change) const;

  // tracker_owed.cpp
  PixelBox box_of_tile(int column, int row, const ImageView& gray) const;
  void list_owed(const ImageView& gray, const PixelBox& box, int least_change);
  void read_owed(const ImageView& gray, double t);

  // tracker_watch.cpp
  int reading_margin() const;
  void watch(const ImageView& gray, double t);
  int block_limit() const;
  bool window_shows(const PixelBox& window, const TerrainPiece& piece) const;
  int look(const ImageView& gray, const PixelBox& window, int look, double t);
  void meet(const ImageView& gray, const std::string& family, const Detection& detection, double t);
  std::optional<PrintFit> find_near(const ImageView& gray, std::size_t index, const PrintPose& pose, double radius_mm);
  void choose_blur(const ImageView& gray, Track& track, const PrintPose& pose);
  void confirm_newcomers(const ImageView& gray);
};

}  // namespace polemarch::vision
