#pragma once
/// Pictures of the table kept beside the log, and only where the players asked for them: straightened, cut to the table, one a command.
/// Without being asked nothing of a camera is ever kept.

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "assistant/play/feed.hpp"
#include "assistant/session/files.hpp"
#include "assistant/story/photos.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::play {

class KeptPictures {
 public:
  /// Keeps nothing.
  KeptPictures() = default;
  /// Keeps them in `game.pictures` beside game.battle, the log's name at each picture: a battle that was rescued goes on under another.
  explicit KeptPictures(std::function<std::string()> log) : log_(std::move(log)) {}

  /// A picture is written when the battle has gone on since the last one. Nothing, or what went wrong.
  std::optional<InputError> see(const Look& look, std::int64_t seq);
  /// What the screen says all the time; empty where nothing is kept.
  std::string notice() const { return log_ ? "pictures are kept" : ""; }
  /// The screen's line of the source with the notice before it: what does not fit there is cut at its end.
  std::string noticed(const std::string& source) const { return !log_ ? source : notice() + ", " + source; }

 private:
  std::function<std::string()> log_;
  std::int64_t last_ = -1;
};

/// The pictures kept of a battle, laid under the moments of its replay.
class PicturesOfReplay {
 public:
  /// Beside: on a thread of its own, so that a slow disk holds up nobody; what is not read yet is said.
  enum class Reading { AtOnce, Beside };
  /// The bytes of a file. A disk may keep it waiting, and it may outlive this object and whoever made it: it holds what it uses.
  using Reader = std::function<Result<std::string>(const std::string& file)>;
  explicit PicturesOfReplay(const std::string& log, Reading reading = Reading::AtOnce, Reader reader = read_text_file)
      : kept_(kept_pictures(log)), how_(reading), reader_(std::move(reader)) {}
  /// Waits for a picture that is being decoded. A thread that still waits for the disk is let go: it does nothing more, whatever comes.
  ~PicturesOfReplay();
  PicturesOfReplay(const PicturesOfReplay&) = delete;
  PicturesOfReplay& operator=(const PicturesOfReplay&) = delete;
  bool empty() const { return kept_.empty(); }
  /// The picture of the moment after command `seq`, or the last before it, lies on the table, under two moments side by side (the one that
  /// is pinned, and this) that of each; the strip names it. A notice where there is none yet, where it is being read, or where it cannot
  /// be. `table_mm` is the width of one table.
  void lay_under(ui::ViewState& view, std::int64_t seq, double table_mm);

 private:
  struct Kept {
    std::int64_t seq = -1;
    std::shared_ptr<const Image> image;  ///< null: it is not read yet, or cannot be
    std::string wrong;                   ///< why it cannot be
  };
  enum class Stage { Reading, Decoding, LetGo };
  static Kept decoded(std::int64_t seq, const std::string& file, const Result<std::string>& bytes);
  void start_reading(std::int64_t seq, const std::string& file);
  const Kept* keep(Kept kept);
  /// Of this moment, or the last before it; null where there is none.
  const Kept* picture_of(std::int64_t seq);
  static ui::TextLine notice_of(const Kept& kept);
  std::map<std::int64_t, std::string> kept_;
  Reading how_;
  Reader reader_;
  std::map<std::int64_t, Kept> read_;  ///< those shown last
  std::future<Kept> reading_;          ///< the one that is being read
  std::thread thread_;                 ///< that reads it
  std::shared_ptr<std::atomic<Stage>> stage_;
  Kept awaited_;
  std::shared_ptr<const Image> pair_;
  std::int64_t pair_version_ = 0;
};

}  // namespace polemarch::assistant::play
