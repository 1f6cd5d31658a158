#include "vision/capture/source.hpp"

#include <charconv>
#include <filesystem>

#include "vision/capture/reader.hpp"
#include "vision/pixels/picture.hpp"
#include "vision/pixels/quiet.hpp"

namespace polemarch::vision {

std::string_view name_of(SourceState state) {
  switch (state) {
    case SourceState::Starting:
      return "starting";
    case SourceState::Live:
      return "live";
    case SourceState::Stalled:
      return "stalled";
    case SourceState::Frozen:
      return "frozen";
    case SourceState::Ended:
      return "ended";
    case SourceState::Retrying:
      return "retrying";
    case SourceState::Lost:
      return "lost";
    case SourceState::Manual:
      return "manual";
  }
  return "?";
}

std::optional<TableNotice> notice_of(const SourceStatus& status) {
  switch (status.state) {
    case SourceState::Starting:
      return TableNotice{"source_starting", "Waiting for the camera."};
    case SourceState::Live:
    case SourceState::Manual:
      return std::nullopt;
    case SourceState::Stalled:
      return TableNotice{"source_stalled", status.text};
    case SourceState::Frozen:
      return TableNotice{"source_frozen", status.text};
    case SourceState::Ended:
      return TableNotice{"source_ended", status.text};
    case SourceState::Retrying:
      return TableNotice{"source_retrying", status.text};
    case SourceState::Lost:
      return TableNotice{"source_lost", status.text};
  }
  return std::nullopt;
}

std::string said_source(const std::string& name) {
  const std::size_t slashes = name.find("://");
  if (slashes == std::string::npos || name.starts_with("sim:")) return name;
  const std::size_t from = slashes + 3, end = std::min(name.find_first_of("/?#", from), name.size());
  const std::size_t at = name.substr(from, end - from).rfind('@');
  const std::size_t query = std::min(name.find('?', end), name.size());
  const std::size_t host = at == std::string::npos ? from : from + at + 1;
  return name.substr(0, from) + name.substr(host, query - host) + (query < name.size() ? "?..." : "");
}

Result<std::unique_ptr<Source>> open_source(const std::string& name, const SourceSettings& settings) {
  capture::quiet_libraries();
  const auto with = [&](capture::ReaderResult reader, bool live) -> Result<std::unique_ptr<Source>> {
    if (!reader) return reader.error();
    if (live || settings.pace == Pace::RealTime) return capture::live_source(std::move(*reader), settings);
    return capture::every_frame_source(std::move(*reader));
  };
  const auto after = [&](std::string_view prefix) { return name.substr(prefix.size()); };
  if (name == "manual:" || name == "manual") return capture::manual_source();
  if (name.starts_with("camera:")) {
    int number = -1;
    const std::string digits = after("camera:");
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number < 0 || number > 63)
      return InputError{name + ": expected camera: and a number, for example camera:0"};
    return with(capture::open_camera(number, settings), true);
  }
  if (name.starts_with("sim:")) return with(capture::open_simulated(after("sim:"), settings), false);
  if (name.starts_with("http://")) return with(capture::open_mjpeg(name, settings), true);
  if (name.starts_with("https://")) return InputError{name + ": https is not supported; phone apps also serve http://"};
  if (name.starts_with("rtsp://") || name.starts_with("rtsps://")) return with(capture::open_rtsp(name, settings), true);
  if (name.starts_with("bus:"))
    return InputError{name + ": the bus carries table states, not pictures; it cannot be a picture source here"};
  std::error_code error;
  if (std::filesystem::is_directory(name, error)) return with(capture::open_folder(name, settings), false);
  const bool there = std::filesystem::exists(name, error);
  if (there && !std::filesystem::is_regular_file(name, error))
    return InputError{name + ": is a pipe, a socket or a device, not a picture or a video (a camera is named camera:0)"};
  if (there && is_picture_name(name)) return with(capture::open_one_picture(name, settings), false);
  if (there && name.ends_with(".json")) return InputError{name + ": a scene is given as sim:" + name};
  if (there) return with(capture::open_video(name, settings), false);
  return InputError{
      (name.empty() ? std::string("(empty)") : name) +
      ": no such file or folder (a source is camera:0, a video, a folder of pictures, http://..., rtsp://..., sim:scene.json or manual:)"};
}

}  // namespace polemarch::vision
