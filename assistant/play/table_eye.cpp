#include "assistant/play/table_eye.hpp"

#include <algorithm>
#include <map>

#include "calibration/registration.hpp"
#include "calibration/table_keeper.hpp"
#include "vision/detect/detector.hpp"
#include "vision/detect/dictionary.hpp"
#include "vision/track/tracker.hpp"

namespace polemarch::assistant::play {

namespace {

using calibration::BorderSighting;

class TableEye final : public Eye {
 public:
  TableEye(Table table, std::vector<BaseSpec> bases, vision::Dictionary border, EyeSettings settings)
      : table_(std::move(table)), bases_(std::move(bases)), detector_(std::move(border)), settings_(std::move(settings)) {}

  TableState see(const Frame& frame) override {
    if (!frame.gray || frame.gray->empty()) return state_;
    if (!tracker_) register_now(frame);
    if (!tracker_) return state_;
    const std::vector<BorderSighting> border = look_at_border(frame);
    calibration::KeeperReport kept = keeper_->observe(frame.t, border);
    if (kept.camera_changed) tracker_->set_camera(keeper_->camera());
    state_ = tracker_->update(frame);
    state_.registered = !kept.unsteady;
    state_.border_seen = kept.border_seen;
    state_.notices.insert(state_.notices.begin(), kept.notices.begin(), kept.notices.end());
    if (!first_notices_.empty()) {
      state_.notices.insert(state_.notices.begin(), first_notices_.begin(), first_notices_.end());
      if (frame.t > registered_t_ + 2) first_notices_.clear();
    }
    return state_;
  }

  const Camera* camera() const override { return keeper_ ? &keeper_->camera() : nullptr; }

  void recalibrate() override {
    tracker_.reset();
    keeper_.reset();
    quads_.clear();
  }

 private:
  /// Registers from this frame's border markers.
  void register_now(const Frame& frame) {
    state_ = {};
    state_.frame = frame.index;
    state_.t = frame.t;
    const Detections found = detector_.detect(frame.gray->view());
    const std::vector<BorderSighting> border = calibration::border_sightings(table_, found.markers);
    state_.border_seen = static_cast<int>(border.size());
    if (border.size() < 3) {
      state_.notices.push_back({"few_border", std::to_string(border.size()) + " of " + std::to_string(table_.border.size()) +
                                                  " border markers in sight; three are needed"});
      return;
    }
    std::optional<Camera> lens;
    if (settings_.lens) {
      const auto fitted = calibration::lens_for(*settings_.lens, frame.gray->width, frame.gray->height);
      if (!fitted) return complain(fitted.error().line);
      lens = *fitted;
    }
    auto registration = calibration::register_table(table_, border, frame.gray->width, frame.gray->height, lens, {});
    if (!registration) return complain(registration.error().line);
    first_notices_ = registration->notices;
    registered_t_ = frame.t;
    const Camera camera = registration->camera;
    keeper_ = std::make_unique<calibration::TableKeeper>(std::move(*registration), table_);
    tracker_ = std::make_unique<vision::Tracker>(camera, table_, bases_);
    for (const BorderSighting& sighting : border) quads_[sighting.marker.number] = sighting.corners;
    searched_t_ = frame.t;
  }

  void complain(const std::string& line) { state_.notices.push_back({"not_registered", line}); }

  /// Border markers by their last corners; the whole picture is searched now and then for those that are missing.
  std::vector<BorderSighting> look_at_border(const Frame& frame) {
    const ImageView gray = frame.gray->view();
    std::vector<BorderSighting> seen;
    for (auto& [number, corners] : quads_) {
      vision::Quad start;
      for (std::size_t i = 0; i < 4; ++i) start[i] = corners[i];
      const auto read = detector_.read_quad(gray, start);
      if (!read || read->marker.number != number) continue;
      corners = read->corners;
      seen.push_back({read->marker, read->corners, {}});
    }
    const bool missing = seen.size() < quads_.size() || quads_.size() < table_.border.size();
    const double pause = seen.size() < 3 ? settings_.look_again_s / 4 : settings_.look_again_s;
    if (missing && frame.t - searched_t_ >= pause) {
      searched_t_ = frame.t;
      seen = calibration::border_sightings(table_, detector_.detect(gray).markers);
      for (const BorderSighting& sighting : seen) quads_[sighting.marker.number] = sighting.corners;
    }
    return seen;
  }

  Table table_;
  std::vector<BaseSpec> bases_;
  vision::SquareDetector detector_;
  EyeSettings settings_;
  std::unique_ptr<calibration::TableKeeper> keeper_;
  std::unique_ptr<vision::Tracker> tracker_;
  std::map<int, std::array<PixelPoint, 4>> quads_;
  std::vector<TableNotice> first_notices_;
  TableState state_;
  double registered_t_ = 0, searched_t_ = -1e9;
};

}  // namespace

Result<std::unique_ptr<Eye>> make_table_eye(const Table& table, const std::vector<BaseSpec>& bases, const EyeSettings& settings) {
  if (table.border.size() < 3)
    return InputError{"the table declares " + std::to_string(table.border.size()) +
                      " border markers; three are needed (polemarch markers prints a strip; table.json /border lists it)"};
  auto dictionary = vision::load_dictionary(table.border_family);
  if (!dictionary) return dictionary.error();
  return std::unique_ptr<Eye>(std::make_unique<TableEye>(table, bases, std::move(*dictionary), settings));
}

}  // namespace polemarch::assistant::play
