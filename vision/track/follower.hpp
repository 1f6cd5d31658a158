#pragma once
/// One known print from frame to frame: where it is looked for, in which order, and what is believed.

#include "vision/track/acceptance.hpp"
#include "vision/track/focus.hpp"
#include "vision/track/gate.hpp"

namespace polemarch::vision {

class Follower {
 public:
  Follower(Tracks& tracks, Reference& reference, const Gate& gate, Locator& locator, Focus& focus, Acceptance& acceptance, Budget& budget)
      : tracks_(tracks), reference_(reference), gate_(gate), locator_(locator), focus_(focus), acceptance_(acceptance), budget_(budget) {}

  /// The border markers, or the bases, that are to be fitted in this frame and are not yet; `whole`: all of them.
  void follow_all(const Moment& now, bool border, bool whole);
  /// `gate_open`: its pixels changed; otherwise it is fitted in passing.
  void follow(const Moment& now, std::size_t index, bool gate_open);

 private:
  std::optional<PrintFit> find_hidden(const Moment& now, std::size_t index);
  std::optional<PrintFit> find_seen(const Moment& now, std::size_t index);
  std::optional<PrintFit> search(const Moment& now, std::size_t index);

  Tracks& tracks_;
  Reference& reference_;
  const Gate& gate_;
  Locator& locator_;
  Focus& focus_;
  Acceptance& acceptance_;
  Budget& budget_;
};

}  // namespace polemarch::vision
