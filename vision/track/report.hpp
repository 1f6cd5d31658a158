#pragma once
/// The report after a frame: every base with its place and error, and notices for as long as they stand.

#include "models/table_state.hpp"
#include "vision/track/doubt.hpp"
#include "vision/track/moment.hpp"
#include "vision/track/noise.hpp"
#include "vision/track/notices.hpp"

namespace polemarch::vision {

class Report {
 public:
  const TableState& state() const { return state_; }
  void begin_frame(const Frame& frame, bool registered);
  void write(const Moment& now, Tracks& tracks, const BorderDoubt& doubt, const Noise& noise, const Camera& camera, Notices& notices);

 private:
  TableState state_;
};

}  // namespace polemarch::vision
