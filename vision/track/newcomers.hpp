#pragma once
/// Markers that are read cold: a base comes back, a new one is met, or something is wrong with its number. One that was read once waits for
/// a second look before it counts.

#include <string>
#include <vector>

#include "vision/track/acceptance.hpp"
#include "vision/track/notices.hpp"

namespace polemarch::vision {

class Newcomers {
 public:
  Newcomers(const Known& known, Tracks& tracks, Optics& optics, Locator& locator, Acceptance& acceptance, Budget& budget, Notices& notices)
      : known_(known), tracks_(tracks), optics_(optics), locator_(locator), acceptance_(acceptance), budget_(budget), notices_(notices) {}

  void clear() { waiting_.clear(); }
  /// Reads a window of the picture; `look` 0: fast; 1 and more: thorough.
  void read(const Moment& now, const PixelBox& window, int look);
  /// The second look at those that wait.
  void confirm(const Moment& now);

 private:
  struct Newcomer {
    std::size_t track = 0;  // index
    PrintPose pose;
    int frames = 0, misses = 0;
  };
  void meet(const Moment& now, const std::string& family, const Detection& detection);
  std::optional<std::size_t> track_of(const Moment& now, const std::string& family, const Detection& detection);
  std::optional<BaseSpec> undeclared(const std::string& family, const Detection& detection) const;
  bool is_doubled(const Moment& now, std::size_t index, const PrintPose& pose);
  std::optional<PrintFit> first_fit(const Moment& now, std::size_t index, const Detection& detection, PrintPose pose);
  void choose_blur(const Moment& now, Track& track, const PrintPose& pose);
  bool confirm(const Moment& now, Newcomer& newcomer);

  const Known& known_;
  Tracks& tracks_;
  Optics& optics_;
  Locator& locator_;
  Acceptance& acceptance_;
  Budget& budget_;
  Notices& notices_;
  std::vector<Newcomer> waiting_;
};

}  // namespace polemarch::vision
