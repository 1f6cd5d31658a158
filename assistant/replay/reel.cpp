#include "assistant/replay/reel.hpp"

#include <algorithm>
#include <cmath>

#include "assistant/session/files.hpp"
#include "assistant/story/close_calls.hpp"
#include "assistant/story/ways.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant::replay {

using story::Moment;
using story::Standing;

namespace {

constexpr std::size_t kStride = 64;
constexpr double kSlowest = 0.25, kFastest = 64;

/// Slow at its ends.
double eased_of(double share) { return share * share * (3 - 2 * share); }

/// Part of the straight way from here to there. Off the table there is no way.
Standing between(const Standing& from, const Standing& to, double eased) {
  if (!from.on_table || !to.on_table) return eased < 0.5 ? from : to;
  Standing out = to;
  out.x = from.x + (to.x - from.x) * eased;
  out.y = from.y + (to.y - from.y) * eased;
  const double turn = std::remainder(to.heading - from.heading, 360.0);
  out.heading = std::fmod(from.heading + turn * eased + 360.0, 360.0);
  return out;
}

}  // namespace

Reel::Reel(const story::Story& story, std::vector<std::int64_t> bookmarks) : story_(story), bookmarks_(std::move(bookmarks)) {
  std::sort(bookmarks_.begin(), bookmarks_.end());
  grow(story.moments.size());
  at_ = story.moments.size();
}

void Reel::grow(std::size_t commands) {
  commands_ = commands;
  if (snapshots_.empty()) snapshots_.push_back(last_ = story_.start);
  if (last_.size() < story_.start.size()) {  // a base nobody knew of: it was nowhere before
    last_.resize(story_.start.size());
    for (std::vector<Standing>& snapshot : snapshots_) snapshot.resize(story_.start.size());
  }
  for (; taken_ < story_.moments.size(); ++taken_) {
    for (const story::Shift& shift : story_.moments[taken_].shifts) last_[shift.piece] = shift.to;
    if ((taken_ + 1) % kStride == 0) snapshots_.push_back(last_);
  }
}

std::vector<Standing> Reel::places(std::size_t at) const {
  const std::size_t snapshot = std::min(at / kStride, snapshots_.size() - 1);
  std::vector<Standing> places = snapshots_[snapshot];
  for (std::size_t i = snapshot * kStride; i < at && i < story_.moments.size(); ++i)
    for (const story::Shift& shift : story_.moments[i].shifts) places[shift.piece] = shift.to;
  return places;
}

std::vector<Standing> Reel::shown() const {
  if (way_ >= 1 || at_ == 0) return places(at_);
  const Moment& moment = story_.moments[at_ - 1];
  std::vector<Standing> shown = places(at_ - 1);
  const double eased = eased_of(way_);
  for (const story::Shift& shift : moment.shifts) {
    Standing& here = shown[shift.piece];
    const auto& unit = story_.pieces[shift.piece].unit;
    const auto way = std::find_if(moment.ways.begin(), moment.ways.end(), [&](const story::Way& one) { return one.unit == unit; });
    here = way == moment.ways.end() ? between(here, shift.to, eased) : story::on_way(shift, *way, eased);
  }
  return shown;
}

void Reel::go(std::size_t at) {
  at_ = std::min(at, story_.moments.size());
  way_ = 1;
  waited_ = 0;
}

void Reel::go_to_seq(std::int64_t seq) {
  const auto found = std::lower_bound(story_.moments.begin(), story_.moments.end(), seq,
                                      [](const Moment& moment, std::int64_t wanted) { return moment.seq < wanted; });
  go(seq <= 0 ? 0 : std::min(story_.moments.size(), static_cast<std::size_t>(found - story_.moments.begin()) + 1));
}

bool Reel::jump(Jump to, int by) {
  const auto last = static_cast<std::int64_t>(story_.moments.size());
  // A turn or a phase begins behind the last command of the one before.
  const auto begins_chapter = [&](std::int64_t at) {
    const auto found = std::lower_bound(story_.chapters.begin(), story_.chapters.end(), at,
                                        [](const story::Chapter& chapter, std::int64_t wanted) { return chapter.first < wanted; });
    return found != story_.chapters.end() && found->first == at;
  };
  const auto fits = [&](std::int64_t at) {
    if (to == Jump::Command) return true;
    if (at <= 0 || at > last) return at == 0 && (to == Jump::Turn || to == Jump::Phase);
    const Moment& moment = story_.moments[static_cast<std::size_t>(at - 1)];
    const Moment* next = at < last ? &story_.moments[static_cast<std::size_t>(at)] : nullptr;
    switch (to) {
      case Jump::Turn:
        return begins_chapter(at);
      case Jump::Phase:
        return begins_chapter(at) || (next != nullptr && next->phase != moment.phase);
      case Jump::Loss:
        return !moment.losses.empty() && !moment.undone;
      case Jump::Ruling:
        return story::is_ruling(moment) || story::is_close(moment);
      case Jump::Bookmark:
        return std::binary_search(bookmarks_.begin(), bookmarks_.end(), moment.seq);
      case Jump::Command:
        break;
    }
    return true;
  };
  for (std::int64_t at = static_cast<std::int64_t>(at_) + by; at >= 0 && at <= last; at += by)
    if (fits(at)) {
      go(static_cast<std::size_t>(at));
      if (to == Jump::Command && by > 0) way_ = 0;
      return true;
    }
  if (to == Jump::Turn || to == Jump::Phase) {
    go(by > 0 ? static_cast<std::size_t>(last) : 0);
    return true;
  }
  return false;
}

void Reel::play(bool on) {
  if (on && at_ == commands()) go(0);
  playing_ = on;
  waited_ = 0;
}

void Reel::faster(int steps) { speed_ = std::clamp(speed_ * std::pow(2.0, steps), kSlowest, kFastest); }

void Reel::tick(double seconds) {
  if (way_ < 1) way_ = std::min(1.0, way_ + seconds * std::max(1.0, speed_) / kMoveSeconds);
  if (!playing_) return;
  waited_ += seconds * speed_;
  while (playing_ && waited_ >= 1) {
    if (at_ >= story_.moments.size()) {
      playing_ = at_ < commands_;  // waits for what is being read
      waited_ = 1;
      break;
    }
    ++at_;
    way_ = story_.moments[at_ - 1].shifts.empty() ? 1 : 0;
    // What changes nothing on the table is read quickly.
    const Moment& moment = story_.moments[at_ - 1];
    waited_ -= moment.shifts.empty() && moment.throws.empty() && moment.losses.empty() ? 0.35 : 1.0;
  }
}

void Reel::toggle_bookmark() {
  const std::int64_t here = seq();
  if (here == 0) return;
  const auto found = std::lower_bound(bookmarks_.begin(), bookmarks_.end(), here);
  if (found != bookmarks_.end() && *found == here)
    bookmarks_.erase(found);
  else
    bookmarks_.insert(found, here);
}

std::string bookmarks_path(const std::string& log) { return log + ".bookmarks"; }

std::vector<std::int64_t> read_bookmarks(const std::string& log) {
  std::vector<std::int64_t> out;
  const auto text = read_text_file(bookmarks_path(log));
  const auto json = text ? io::parse_message(*text, "bookmarks") : Result<io::Json>(text.error());
  if (!json || !json->is_array()) return out;
  for (const io::Json& one : *json)
    if (one.is_number_integer()) out.push_back(one.get<std::int64_t>());
  return out;
}

std::optional<InputError> write_bookmarks(const std::string& log, const std::vector<std::int64_t>& bookmarks) {
  return write_unasked(bookmarks_path(log), io::Json(bookmarks).dump() + "\n");
}

}  // namespace polemarch::assistant::replay
