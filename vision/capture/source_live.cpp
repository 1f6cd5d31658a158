// A reader in a thread of its own: newest frame wins, stalls are noticed, losses retried.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>

#include "vision/capture/reader.hpp"

namespace polemarch::vision::capture {
namespace {

using Clock = std::chrono::steady_clock;
double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

class LiveSource : public Source {
 public:
  LiveSource(std::unique_ptr<Reader> reader, const SourceSettings& settings)
      : reader_(std::move(reader)),
        settings_(settings),
        description_(reader_->description()),
        warnings_(reader_->warnings()),
        last_(Clock::now()) {
    thread_ = std::thread([this] { run(); });
  }
  ~LiveSource() override {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    reader_->interrupt();
    thread_.join();
  }
  LiveSource(const LiveSource&) = delete;
  LiveSource& operator=(const LiveSource&) = delete;

  std::optional<Frame> next(double wait_s) override {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(std::max(0.0, wait_s)), [&] { return newest_.has_value() || over(); });
    if (!newest_) return std::nullopt;
    std::optional<Frame> out;
    out.swap(newest_);
    ++status_.delivered;
    return out;
  }

  SourceStatus status() const override {
    const std::lock_guard lock(mutex_);
    SourceStatus out = status_;
    const double silent = seconds(Clock::now() - last_);
    if ((out.state == SourceState::Live || out.state == SourceState::Starting) && silent > settings_.stall_after_s) {
      out.state = SourceState::Stalled;
      out.text = "No picture comes.";
    } else if (out.state == SourceState::Live && hangs()) {
      out.state = SourceState::Frozen;
      out.text = description_ + ": the same picture again and again; the camera hangs.";
    }
    return out;
  }
  std::string description() const override { return description_; }
  std::vector<std::string> warnings() const override { return warnings_; }

 private:
  bool over() const { return status_.state == SourceState::Ended || status_.state == SourceState::Lost; }

  /// Sleeps until `until` or until the source is closed; false when closed.
  bool pause(Clock::time_point until) {
    std::unique_lock lock(mutex_);
    return !changed_.wait_until(lock, until, [&] { return stop_; });
  }

  void settle(SourceState state, std::string text) {
    {
      const std::lock_guard lock(mutex_);
      status_.state = state;
      status_.text = std::move(text);
    }
    changed_.notify_all();
  }

  /// A camera's pictures differ by their noise: the same one again and again comes from one that hangs. By the clock, however few
  /// pictures a busy machine makes of what comes. Called with the lock held.
  bool hangs() const {
    constexpr int kLeast = 2;
    return same_ >= kLeast && seconds(Clock::now() - same_since_) >= kFrozenAfterS;
  }

  /// A camera that hangs may give the last few pictures of its buffers in turn.
  bool is_new(const Frame& frame) {
    constexpr std::size_t kRemembered = 8;
    if (!frame.gray) return true;
    const auto& bytes = frame.gray->bytes;
    const std::size_t hash = std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (std::find(shown_.begin(), shown_.end(), hash) != shown_.end()) return false;
    shown_.push_back(hash);
    if (shown_.size() > kRemembered) shown_.pop_front();
    return true;
  }

  void publish(Frame frame) {
    const bool differs = reader_->recorded() || is_new(frame);  // recorded pictures may well be alike
    {
      const std::lock_guard lock(mutex_);
      status_.dropped += frame.index - last_index_ - 1 + (newest_ ? 1 : 0);
      last_index_ = frame.index;
      newest_ = std::move(frame);
      status_.state = SourceState::Live;
      status_.text.clear();
      last_ = Clock::now();
      same_ = differs ? 0 : same_ + 1;
      if (differs) same_since_ = last_;
    }
    changed_.notify_all();
  }

  /// Calls the reader; what a decoder throws ends here as a loss that is said, since nobody above this thread could catch it.
  template <class Call, class Answer>
  Answer guarded(Call call, Answer broken) {
    try {
      const Answer answer = call();
      trouble_ = reader_->trouble();
      return answer;
    } catch (const std::exception& error) {
      trouble_ = description_ + ": a picture could not be decoded (" + first_line(error.what()) + ").";
      return broken;
    }
  }
  Got read(Frame& frame, double skip_to_t) {
    return guarded([&] { return reader_->read(frame, skip_to_t); }, reader_->recorded() ? Got::Failed : Got::Lost);
  }
  bool reopen() {
    return guarded([&] { return reader_->reopen(); }, false);
  }

  void run() {
    std::optional<Clock::time_point> start;
    double pause_s = settings_.retry_first_s;
    for (;;) {
      {
        const std::lock_guard lock(mutex_);
        if (stop_) return;
      }
      Frame frame;
      const double due = start ? seconds(Clock::now() - *start) : -1.0;
      switch (read(frame, reader_->recorded() ? due : -1.0)) {
        case Got::Frame:
          pause_s = settings_.retry_first_s;
          if (!start)
            start = Clock::now() -
                    std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(reader_->recorded() ? frame.t : 0.0));
          if (!reader_->recorded()) {
            frame.t = seconds(Clock::now() - *start);
          } else if (!pause(*start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(frame.t)))) {
            return;
          }
          publish(std::move(frame));
          break;
        case Got::End:
          settle(SourceState::Ended, "The pictures have come to their end.");
          return;
        case Got::Failed:
          settle(SourceState::Lost, trouble_);
          return;
        case Got::Lost:
          do {
            settle(SourceState::Retrying, trouble_ + " Trying again.");
            if (!pause(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(pause_s)))) return;
            pause_s = std::min(2 * pause_s, settings_.retry_longest_s);
          } while (!reopen());
          {
            const std::lock_guard lock(mutex_);
            last_ = Clock::now();
          }
          settle(SourceState::Starting, "");
          break;
      }
    }
  }

  std::unique_ptr<Reader> reader_;  // touched by the thread only, but for interrupt()
  std::string trouble_;             // the thread's own: what the reader said last
  std::deque<std::size_t> shown_;   // the thread's own: hashes of the last pictures that differed from each other
  const SourceSettings settings_;
  const std::string description_;
  const std::vector<std::string> warnings_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  std::optional<Frame> newest_;
  std::int64_t last_index_ = -1;
  SourceStatus status_;
  Clock::time_point last_;
  int same_ = 0;                  // pictures in a row that had been shown already
  Clock::time_point same_since_;  // when the last new one came
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Source> live_source(std::unique_ptr<Reader> reader, const SourceSettings& settings) {
  return std::make_unique<LiveSource>(std::move(reader), settings);
}

}  // namespace polemarch::vision::capture
