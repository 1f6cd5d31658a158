#include "assistant/cli/doctor_checks.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <thread>

#include "ui/window.hpp"
#include "vision/capture/abilities.hpp"
#include "vision/capture/camera_list.hpp"
#include "vision/prints/dictionary.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::assistant {
namespace {

namespace fs = std::filesystem;

std::string mode_text(const vision::CameraMode& mode) {
  std::ostringstream out;
  out << mode.width << "x" << mode.height << " " << mode.format;
  if (mode.fps > 0) out << " at " << std::lround(mode.fps) << " pictures a second";
  return out.str();
}

std::string gigabytes(double bytes) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(bytes < 10e9 ? 1 : 0) << bytes / 1e9 << " GB";
  return out.str();
}

}  // namespace

std::string_view name_of(Health health) {
  switch (health) {
    case Health::Fine:
      return "fine";
    case Health::Lacking:
      return "lacking";
    case Health::Broken:
      return "broken";
  }
  return "?";
}

std::vector<Finding> check_cameras() {
  std::vector<Finding> out;
  const auto cameras = vision::list_cameras();
  if (cameras.empty())
    out.push_back({"camera", Health::Lacking, "No camera is plugged in.",
                   "Plug one in, or use a phone: run an MJPEG camera app on it and give --source http://PHONE:8080/video; without any, "
                   "--source manual:"});
  for (const auto& camera : cameras) {
    const std::string name = "camera:" + std::to_string(camera.number);
    if (!camera.allowed) {
      out.push_back(
          {"camera", Health::Lacking, name + " is there, but you may not use it.", "sudo usermod -aG video $USER, then log in again"});
      continue;
    }
    std::string text = name + " is " + camera.name;
    if (!camera.modes.empty()) text += ", up to " + mode_text(camera.modes.front());
    text += ".";
    const bool large = !camera.modes.empty() && camera.modes.front().width >= 1920;
    out.push_back({"camera", large ? Health::Fine : Health::Lacking, text,
                   large ? "" : "A camera of 1920x1080 or more reads smaller markers; check the light and use markers of 25 mm or more."});
    if (!camera.locks_exposure || !camera.locks_focus) {
      const std::string what = camera.locks_exposure ? "focus" : camera.locks_focus ? "exposure" : "exposure and focus";
      out.push_back({"camera", Health::Lacking, name + " does not let us lock its " + what + ".",
                     "Fine if its focus is fixed; otherwise keep the light even."});
    }
  }
  return out;
}

std::vector<Finding> check_markers() {
  std::vector<Finding> out;
  int square = 0, strips = 0;
  std::string missing;
  for (const std::string& name : vision::dictionary_names()) {
    if (vision::load_dictionary(name)) {
      ++square;
    } else {
      missing += " " + name;
    }
  }
  std::string strip_names;
  for (const auto& layout : vision::strip_layouts()) {
    ++strips;
    strip_names += (strip_names.empty() ? "" : ", ") + std::string(layout.name);
  }
  out.push_back({"markers", missing.empty() && square > 0 ? Health::Fine : Health::Broken,
                 std::to_string(square) + " families of square markers (DICT_APRILTAG_36h11 is the usual one), " + std::to_string(strips) +
                     " of strips and rings (" + strip_names + ")." + (missing.empty() ? "" : " Not loaded:" + missing + "."),
                 missing.empty() ? "" : "Reinstall libopencv-contrib."});
  return out;
}

std::vector<Finding> check_window() {
  const bool screen = std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (!screen)
    return {{"window", Health::Lacking, "No display here (neither DISPLAY nor WAYLAND_DISPLAY is set).",
             "Use --headless DIR, or start from a desktop; xvfb-run gives a pretended screen."}};
  ui::WindowSettings settings;
  settings.width = 320;
  settings.height = 200;
  settings.visible = false;
  const auto window = ui::Window::make(settings);
  if (!window)
    return {{"window", Health::Lacking, "A display is set, but no window opens: " + window.error().line,
             "Check the display, and install libgl1-mesa-dri for OpenGL 3."}};
  return {{"window", Health::Fine, "A window with OpenGL 3 opens.", ""}};
}

std::vector<Finding> check_fonts() {
  for (const char* path : {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
                           "/usr/share/fonts/dejavu/DejaVuSans.ttf"}) {
    std::error_code error;
    if (fs::exists(path, error)) return {{"fonts", Health::Fine, std::string("DejaVu Sans is there (") + path + ").", ""}};
  }
  return {{"fonts", Health::Lacking, "DejaVu Sans is missing: names on screen and on marker sheets may look small or plain.",
           "sudo apt-get install fonts-dejavu-core"}};
}

std::vector<Finding> check_disk(const std::string& folder) {
  std::error_code error;
  const fs::path path = fs::absolute(folder, error);
  const auto space = fs::space(path, error);
  if (error)
    return {{"disk", Health::Broken, path.string() + " cannot be looked at: " + error.message() + ".", "Start in a folder that exists."}};
  if (!fs::is_directory(path, error)) return {{"disk", Health::Broken, path.string() + " is no folder.", "Name a folder with --folder."}};
  if (::access(path.c_str(), W_OK) != 0)
    return {{"disk", Health::Broken, "You may not write in " + path.string() + ".",
             "Start in a folder of your own, or name one with --folder."}};
  const double free = static_cast<double>(space.available);
  const std::string text = gigabytes(free) + " free in " + path.string() + " (a battle's log takes a few megabytes).";
  if (free < 50e6) return {{"disk", Health::Broken, text, "Make room: the log must be written before a command counts."}};
  if (free < 500e6) return {{"disk", Health::Lacking, text, "Make some room before a long evening."}};
  return {{"disk", Health::Fine, text, ""}};
}

std::vector<Finding> check_libraries() {
  std::vector<Finding> out{{"video", Health::Fine, vision::picture_library() + ".", ""}};
  if (!vision::reads_video())
    out.push_back({"video", Health::Lacking, "OpenCV was built without FFmpeg: video files and rtsp:// will not open.",
                   "Install Debian's libopencv-dev, or use folders of pictures and http://."});
  if (!vision::reads_cameras())
    out.push_back({"video", Health::Lacking, "OpenCV was built without V4L2: camera:N will not open.",
                   "Install Debian's libopencv-dev, or use a phone over http://."});
  return out;
}

std::vector<Finding> check_computer() {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const double memory = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  const std::string text =
      std::to_string(cores) + (cores == 1 ? " processor core, " : " processor cores, ") + gigabytes(memory) + " of memory.";
  if (cores < 2 || memory < 1e9)
    return {{"computer", Health::Lacking, text, "It works; prefer a camera mode of 1920x1080 and close other programs."}};
  return {{"computer", Health::Fine, text, ""}};
}

std::vector<Finding> examine(const std::string& folder) {
  std::vector<Finding> out;
  const auto add = [&](std::vector<Finding> more) { out.insert(out.end(), more.begin(), more.end()); };
  add(check_cameras());
  add(check_markers());
  add(check_window());
  add(check_fonts());
  add(check_disk(folder));
  add(check_libraries());
  add(check_computer());
  return out;
}

}  // namespace polemarch::assistant
