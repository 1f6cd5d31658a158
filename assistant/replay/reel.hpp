#pragma once
/// A story that is played like a film: where it stands, how fast it goes, where it may jump. No screen, no file, no clock: seconds come in.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::replay {

/// How long a command's moves take at speed 1 or less.
constexpr double kMoveSeconds = 0.45;

enum class Jump { Command, Phase, Turn, Loss, Ruling, Bookmark };

class Reel {
 public:
  /// Starts behind the last command. Bookmarks are seqs.
  explicit Reel(const story::Story& story, std::vector<std::int64_t> bookmarks = {});
  /// The story goes on while it is shown: takes in what it has become. `commands`: so many it will have.
  void grow(std::size_t commands);

  const story::Story& story() const { return story_; }
  /// How many commands are done: 0 is the start, moments().size() the end.
  std::size_t at() const { return at_; }
  std::size_t end() const { return story_.moments.size(); }
  /// How many there will be when all is told; end() where it is.
  std::size_t commands() const { return std::max(commands_, end()); }
  /// The moment just done; null at the start.
  const story::Moment* moment() const { return at_ == 0 ? nullptr : &story_.moments[at_ - 1]; }
  /// Seq of it, 0 at the start.
  std::int64_t seq() const { return at_ == 0 ? 0 : story_.moments[at_ - 1].seq; }

  void go(std::size_t at);
  void go_to_seq(std::int64_t seq);
  /// To the next such place, or the one before; false where there is none, and nothing moves.
  bool jump(Jump to, int by);

  bool playing() const { return playing_; }
  void play(bool on);
  /// Commands shown a second at speed 1 are one; 1/4 to 64.
  double speed() const { return speed_; }
  void faster(int steps);
  /// Time passes: plays on. Whole seconds or parts of them.
  void tick(double seconds);

  /// A bookmark here, or none any more.
  void toggle_bookmark();
  const std::vector<std::int64_t>& bookmarks() const { return bookmarks_; }
  /// The moment that stands beside this one, where one was pinned.
  std::optional<std::size_t> pinned() const { return pinned_; }
  void pin() { pinned_ = pinned_ ? std::optional<std::size_t>() : std::optional<std::size_t>(at_); }

  /// Where everybody stands behind `at` commands.
  std::vector<story::Standing> places(std::size_t at) const;
  /// Where everybody is drawn now: on the way, while the last command is being played.
  std::vector<story::Standing> shown() const;
  /// How much of the last command's way is done, 0 to 1.
  double way_done() const { return way_; }

 private:
  const story::Story& story_;
  std::vector<std::vector<story::Standing>> snapshots_;  ///< behind every kStride commands
  std::vector<story::Standing> last_;                    ///< behind the last command taken in
  std::size_t taken_ = 0, commands_ = 0;
  std::vector<std::int64_t> bookmarks_;
  std::size_t at_ = 0;
  bool playing_ = false;
  double speed_ = 1, way_ = 1, waited_ = 0;
  std::optional<std::size_t> pinned_;
};

/// The file beside a log that keeps its bookmarks: a list of seqs. Reading a missing or damaged one gives none.
std::string bookmarks_path(const std::string& log);
std::vector<std::int64_t> read_bookmarks(const std::string& log);
std::optional<InputError> write_bookmarks(const std::string& log, const std::vector<std::int64_t>& bookmarks);

}  // namespace polemarch::assistant::replay
