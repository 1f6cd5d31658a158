#include "assistant/play/camera_feed.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#include "assistant/eye/table_eye.hpp"
#include "assistant/play/picture_rate.hpp"
#include "assistant/play/straighten.hpp"
#include "vision/capture/source.hpp"

namespace polemarch::assistant::play {

namespace {

/// No pictures for now or for ever. The end of a film is one where somebody watches; played frame by frame it ends the run.
bool is_lost(vision::SourceState state, bool watched) {
  return state == vision::SourceState::Stalled || state == vision::SourceState::Retrying || state == vision::SourceState::Lost ||
         (watched && state == vision::SourceState::Ended);
}

/// Source, eye and straightener, one step at a time.
class Line {
 public:
  Line(std::unique_ptr<vision::Source> source, std::unique_ptr<TableEye> eye, const Table& table, std::string name,
       const CameraFeedSettings& settings)
      : source_(std::move(source)),
        eye_(std::move(eye)),
        straightener_(table, settings.picture_mm_per_px),
        name_(std::move(name)),
        settings_(settings) {}

  /// The next look; nothing when no frame came. A lost source gives its last look, marked.
  std::optional<Look> step(double wait_s) {
    const auto frame = source_->next(wait_s);
    const vision::SourceStatus status = source_->status();
    // Frame by frame nothing is tried again: what is lost is over.
    ended_ = status.state == vision::SourceState::Ended || (!settings_.threaded && status.state == vision::SourceState::Lost);
    if (!frame) {
      if (!is_lost(status.state, settings_.threaded)) {
        said_lost_ = false;
        return std::nullopt;
      }
      if (said_lost_) return std::nullopt;
      said_lost_ = true;
      rate_.forget();
      last_.lost = true;
      last_.ended = status.state == vision::SourceState::Ended;
      last_.source = words_of(status);
      last_.for_s = silent_for(status);
      if (auto notice = vision::notice_of(status)) last_.table.notices.push_back(std::move(*notice));
      return last_;
    }
    said_lost_ = false;
    Look look;
    look.table = eye_->see(*frame);
    look.loose = eye_->undeclared();
    look.picture = last_.picture;
    if (eye_->camera() != nullptr && (frame->t - pictured_t_ >= settings_.picture_every_s || !last_.picture.image)) {
      look.picture = straightener_.look(*frame, *eye_->camera());
      pictured_t_ = frame->t;
    }
    rate_.took(frame->t);
    const std::string rate = in_words(rate_);
    look.source = name_ + ": " + rate + (rate.empty() ? "" : ", ") + std::to_string(look.table.border_seen.size()) + " border markers";
    const bool frozen = is_frozen(status);
    if (frozen) mark_frozen(look, status);
    if (frozen && !said_frozen_) look.table.notices.push_back(*vision::notice_of(status));
    said_frozen_ = frozen;
    last_ = look;
    return look;
  }
  /// The source gives no picture now, or the same one again and again, and this look does not say so. Any thread.
  bool is_unsaid(const Look& look) const {
    const vision::SourceStatus status = source_->status();
    return !look.lost && (is_silent(status) || (is_frozen(status) && !look.frozen));
  }
  /// Marks a look as lost while the source is silent, as frozen while it hangs: however long the eye takes for a picture, the players are
  /// told by the clock. Any thread.
  void mark(Look& look) const {
    const vision::SourceStatus status = source_->status();
    if (look.lost) return;
    if (is_silent(status)) {
      look.lost = true;
      look.frozen = false;
      look.source = words_of(status);
      look.for_s = silent_for(status);
    } else if (is_frozen(status)) {
      mark_frozen(look, status);
    }
  }
  /// The last look, marked as lost: the next frame may do.
  Look broken(const std::string& what) {
    said_lost_ = false;
    last_.lost = true;
    last_.source = name_ + ": a picture could not be worked on (" + what.substr(0, what.find('\n')) + ")";
    return last_;
  }
  /// What is shown until the first picture was looked at.
  Look waiting() const {
    Look look;
    look.source = name_ + ": waiting for the camera";
    return look;
  }
  bool ended() const { return ended_; }
  TableEye& eye() { return *eye_; }

 private:
  std::string words_of(const vision::SourceStatus& status) const {
    const std::string text = status.text.empty() ? std::string(vision::name_of(status.state)) : status.text;
    return text.starts_with(name_) ? text : name_ + ": " + text;
  }
  static bool is_silent(const vision::SourceStatus& status) {
    return status.state == vision::SourceState::Stalled || status.state == vision::SourceState::Retrying;
  }
  static bool is_frozen(const vision::SourceStatus& status) { return status.state == vision::SourceState::Frozen; }
  static void mark_frozen(Look& look, const vision::SourceStatus& status) {
    look.frozen = true;
    look.source = status.text;
    look.for_s = vision::kFrozenAfterS;
  }
  static double silent_for(const vision::SourceStatus& status) {
    return status.state == vision::SourceState::Stalled ? vision::SourceSettings{}.stall_after_s : 0.0;
  }

  std::unique_ptr<vision::Source> source_;
  std::unique_ptr<TableEye> eye_;
  Straightener straightener_;
  std::string name_;
  CameraFeedSettings settings_;
  Look last_;
  double pictured_t_ = -1e9;
  PictureRate rate_;
  bool said_lost_ = false, said_frozen_ = false;
  std::atomic<bool> ended_ = false;
};

/// Every frame in order, on the caller's thread.
class SteadyFeed final : public Feed {
 public:
  explicit SteadyFeed(std::unique_ptr<Line> line) : line_(std::move(line)) {}
  std::optional<Look> next() override { return line_->step(1.0); }
  bool ended() const override { return line_->ended(); }
  void recalibrate() override { line_->eye().recalibrate(); }
  void declare(std::vector<BaseSpec> bases) override { line_->eye().declare(std::move(bases)); }

 private:
  std::unique_ptr<Line> line_;
};

/// A thread of its own. The newest look wins, or each is kept until it is taken: then no faster than its own clock, and slower where the
/// machine is.
class LiveFeed final : public Feed {
 public:
  LiveFeed(std::unique_ptr<Line> line, bool every_frame)
      : line_(std::move(line)), every_frame_(every_frame), newest_(line_->waiting()), thread_([this] { run(); }) {}
  ~LiveFeed() override {
    stop_ = true;
    thread_.join();
  }
  std::optional<Look> next() override {
    std::optional<Look> look;
    {
      const std::lock_guard lock(guard_);
      look = std::exchange(newest_, std::nullopt);
    }
    if (!look) {
      if (!given_ || !line_->is_unsaid(*given_)) return std::nullopt;
      look = given_;
      look->table.notices.clear();  // they were told
    }
    line_->mark(*look);
    given_ = look;
    return look;
  }
  std::optional<ui::TablePicture> newest_picture() const override {
    const std::lock_guard lock(guard_);
    return newest_ && newest_->picture.image ? std::optional(newest_->picture) : std::nullopt;
  }
  bool ended() const override { return line_->ended(); }
  void recalibrate() override { recalibrate_ = true; }
  void declare(std::vector<BaseSpec> bases) override {
    const std::lock_guard lock(guard_);
    declared_ = std::move(bases);
  }

 private:
  void run() {
    while (!stop_) {
      std::optional<Look> look;
      try {
        if (recalibrate_.exchange(false)) line_->eye().recalibrate();
        if (auto bases = take_declared()) line_->eye().declare(std::move(*bases));
        look = line_->step(0.2);
      } catch (const std::exception& error) {  // nobody above this thread could catch it: the battle goes on by hand
        look = line_->broken(error.what());
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
      if (look && every_frame_) hold_back(look->table.t);
      if (look) {
        const std::lock_guard lock(guard_);
        // A notice must not be lost with a look nobody took.
        if (newest_) look->table.notices.insert(look->table.notices.begin(), newest_->table.notices.begin(), newest_->table.notices.end());
        newest_ = std::move(look);
      } else if (line_->ended()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
  }

  /// Until the look of `t` is due and the one before it was taken.
  void hold_back(double t) {
    using Clock = std::chrono::steady_clock;
    const auto taken = [this] {
      const std::lock_guard lock(guard_);
      return !newest_;
    };
    const auto since_last = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::clamp(t - held_t_, 0.0, 1.0)));
    due_ = std::max(due_ + since_last, Clock::now());
    held_t_ = t;
    while (!stop_ && (Clock::now() < due_ || !taken())) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }

  std::optional<std::vector<BaseSpec>> take_declared() {
    const std::lock_guard lock(guard_);
    return std::exchange(declared_, std::nullopt);
  }

  std::unique_ptr<Line> line_;
  bool every_frame_;
  std::chrono::steady_clock::time_point due_ = std::chrono::steady_clock::now();  ///< the thread's own, as held_t_
  double held_t_ = 0;
  mutable std::mutex guard_;
  std::optional<Look> newest_;
  std::optional<Look> given_;  ///< the last one; the caller's own
  std::optional<std::vector<BaseSpec>> declared_;
  std::atomic<bool> stop_ = false, recalibrate_ = false;
  std::thread thread_;
};

class FallbackFeed final : public Feed {
 public:
  FallbackFeed(std::unique_ptr<Feed> camera, std::unique_ptr<ManualFeed> manual) : camera_(std::move(camera)), manual_(std::move(manual)) {}

  std::optional<Look> next() override {
    auto look = camera_->next();
    if (look && chosen_) {
      look->lost = true;
      look->source = "without the camera";
    }
    if (look && !look->lost) {
      if (by_hand_) ++epoch_;
      by_hand_ = false;
      look->epoch = epoch_;
      last_t_ = look->table.t;
      return look;
    }
    if (look && !by_hand_) {  // just lost
      by_hand_ = true;
      ++epoch_;
      lost_ = *look;
      manual_->take_over(look->table);
    }
    if (!by_hand_) return std::nullopt;
    auto hand = manual_->next();
    if (!hand) return hand;
    if (!hand_start_ || hand_epoch_ != epoch_) hand_start_ = hand->table.t, hand_epoch_ = epoch_;
    hand->table.t = last_t_ + hand->table.t - *hand_start_;  // one clock for the battle
    if (look) lost_ = *look;
    hand->lost = true;
    hand->ended = lost_.ended;
    hand->said = lost_.source;
    hand->for_s = lost_.for_s;
    hand->by_choice = chosen_;
    hand->epoch = epoch_;
    hand->picture = lost_.picture;
    hand->table.notices = lost_.table.notices;
    if (chosen_) {
      hand->table.notices.clear();
      hand->source = "without the camera: drag the bases";
      return hand;
    }
    const bool whole = lost_.source.ends_with('.');
    hand->source =
        lost_.source + (whole ? "" : ".") + (camera_->ended() ? " Drag the bases by hand." : " Drag the bases by hand until it is back.");
    return hand;
  }
  std::optional<ui::TablePicture> newest_picture() const override { return camera_->newest_picture(); }
  bool ended() const override { return camera_->ended(); }
  void drag(const DragBase& move) override { manual_->drag(move); }
  void by_hand(bool wanted) override { chosen_ = wanted; }
  void recalibrate() override { camera_->recalibrate(); }
  void declare(std::vector<BaseSpec> bases) override { camera_->declare(std::move(bases)); }

 private:
  std::unique_ptr<Feed> camera_;
  std::unique_ptr<ManualFeed> manual_;
  Look lost_;
  bool by_hand_ = false, chosen_ = false;
  int epoch_ = 0, hand_epoch_ = -1;
  double last_t_ = 0;
  std::optional<double> hand_start_;
};

}  // namespace

std::unique_ptr<Feed> make_camera_feed(std::unique_ptr<vision::Source> source, std::unique_ptr<TableEye> eye, const Table& table,
                                       std::string name, const CameraFeedSettings& settings) {
  auto line = std::make_unique<Line>(std::move(source), std::move(eye), table, std::move(name), settings);
  if (settings.threaded) return std::make_unique<LiveFeed>(std::move(line), settings.every_frame);
  return std::make_unique<SteadyFeed>(std::move(line));
}

std::unique_ptr<Feed> make_fallback_feed(std::unique_ptr<Feed> camera, std::unique_ptr<ManualFeed> manual) {
  return std::make_unique<FallbackFeed>(std::move(camera), std::move(manual));
}

}  // namespace polemarch::assistant::play
