#pragma once
/// Own and stock detectors on photographs with known markers, side by side in one process. Reads the truth file and its pictures.

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "models/detection.hpp"
#include "models/result.hpp"

namespace polemarch::vision {

/// What a picture is known to show.
struct TruthMarker {
  MarkerId marker;
  bool has_corners = false;
  std::array<PixelPoint, 4> corners{};
  bool has_centre = false;
  PixelPoint centre{};
};
struct TruthPicture {
  std::string file;       ///< relative to the truth file's folder
  std::string family;     ///< empty: no marker of any family in view
  bool complete = false;  ///< every marker in view is listed, so any other find is false
  std::vector<TruthMarker> markers;
};

/// Pictures of a truth file (format in vision/README.md); videos are left out.
Result<std::vector<TruthPicture>> read_truth(const std::string& path);

/// How one detector did on some pictures.
struct Score {
  int pictures = 0, listed = 0, found = 0;
  int false_finds = 0;            ///< where truth is complete
  int unlisted = 0;               ///< elsewhere
  int turned = 0;                 ///< found with the corners in another order
  std::vector<double> corner_px;  ///< mean distance of the four corners, one a found marker
  double seconds = 0;
  std::vector<std::string> misses, wrong;  ///< "file: id at x,y"
  void add(const Score& other);
};

/// Matches by number and place (centre within half the marker's side, at least 3 px); each listed marker once.
Score score_picture(const TruthPicture& truth, const Detections& found);

struct TruthReport {
  /// Folder, then detector name.
  std::map<std::string, std::map<std::string, Score>> folders;
  std::map<std::string, Score> totals;  ///< by detector over pictures with a family that the detector knows
  /// Family, then detector: finds on pictures without any marker.
  std::map<std::string, std::map<std::string, Score>> empty_pictures;
};

/// Runs our detector, ArUco (default and tuned) and libapriltag (decimate 1 and 2). `with_stock` false: ours alone.
Result<TruthReport> run_truth_report(const std::string& truth_path, bool with_stock);

void print_report(std::ostream& out, const TruthReport& report, bool list_misses);

}  // namespace polemarch::vision
