#pragma once
/// Where pictures come from: camera, phone stream, video, folder, simulated table, or nothing but hands (`manual:`). Every kind is opened
/// by one call and behaves alike. Live sources read in a thread of their own; the newest frame wins and older ones are dropped, never
/// queued. A source that stalls, ends or is lost says so; a lost one is tried again with growing pauses.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/image.hpp"
#include "models/result.hpp"
#include "models/table_state.hpp"

namespace polemarch::vision {

/// How recorded sources (folder, video, simulated table) are played.
enum class Pace {
  EveryFrame,  ///< each frame in order, as fast as it is asked for (track)
  RealTime,    ///< by its own clock; what is late is dropped (play)
};

/// A camera or stream that shows the same picture, byte by byte, for so many seconds is frozen.
constexpr double kFrozenAfterS = 2.0;

struct SourceSettings {
  Pace pace = Pace::EveryFrame;
  bool colour = false;           ///< also decode colour (for a window); grey alone is cheaper
  double folder_fps = 30.0;      ///< pictures of a folder a second
  int photo_frames = 1;          ///< a folder of one picture, or a picture by its name, is shown so often: a table that stands still
  double stall_after_s = 2.0;    ///< without a frame for so long: stalled
  double timeout_s = 5.0;        ///< network: to connect, and without a whole picture until it counts as lost
  bool may_begin_later = false;  ///< network: who does not answer yet is waited for; a wrong answer is an error all the same
  double retry_first_s = 0.5;    ///< first pause before a lost source is tried again; doubles
  double retry_longest_s = 1.0;  ///< up to this: one that is back is to be seen within 3 s
};

enum class SourceState {
  Starting,  ///< opened, no frame yet
  Live,      ///< frames come
  Stalled,   ///< open, but no frame for stall_after_s
  Frozen,    ///< frames come, but the same one for kFrozenAfterS
  Ended,     ///< a recorded source is through
  Retrying,  ///< lost; being tried again
  Lost,      ///< given up: what failed cannot be mended by trying again
  Manual,    ///< no camera by intent
};
std::string_view name_of(SourceState state);

struct SourceStatus {
  SourceState state = SourceState::Starting;
  std::string text;            ///< what went wrong, short plain English; empty while all is well
  std::int64_t delivered = 0;  ///< frames handed out
  std::int64_t dropped = 0;    ///< frames that came but were older than what was asked for
};

class Source {
 public:
  virtual ~Source() = default;
  /// EveryFrame: the next frame. RealTime and live sources: the newest frame not yet handed out. Waits at most `wait_s`; nothing when
  /// none came or the source is through (see status). One caller at a time.
  virtual std::optional<Frame> next(double wait_s) = 0;
  virtual SourceStatus status() const = 0;
  /// "camera 0, 1920x1080, exposure locked" and the like.
  virtual std::string description() const = 0;
  /// What could not be done as one would wish, one line each (focus not locked ...).
  virtual std::vector<std::string> warnings() const { return {}; }
};

/// Opens `camera:N`, a video file, a folder of pictures, `http://...` (MJPEG or a still that is asked for again and again), `rtsp://...`,
/// `sim:scene.json` (also a scene's name) or `manual:`. Errors are one line naming the source and the mend.
Result<std::unique_ptr<Source>> open_source(const std::string& name, const SourceSettings& settings = {});

/// A source as it may be told to anybody: an address without its name and password and without its query, where cameras take them too.
std::string said_source(const std::string& name);

/// The status as a notice for the table (keys source_starting, source_stalled, source_ended, source_retrying, source_lost); nothing while
/// all is well.
std::optional<TableNotice> notice_of(const SourceStatus& status);

}  // namespace polemarch::vision
