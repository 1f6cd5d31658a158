#include "assistant/play/written.hpp"

#include <filesystem>

namespace polemarch::assistant::play {

std::string said_of_report(const std::string& file) { return "The report is in " + file + ": open it in a browser."; }

std::string said_of_picture(const std::string& file) { return "The picture is in " + file + "."; }

std::string said_of_closed_beam() {
  return "The projector's window is closed: nothing is drawn on the table. Quit and go on with --projector to open it again.";
}

std::string next_picture(const std::string& stem) {
  std::error_code none;
  for (int number = 1;; ++number) {
    std::string name = stem + std::to_string(number) + ".png";
    if (!std::filesystem::exists(std::filesystem::symlink_status(name, none))) return name;
  }
}

}  // namespace polemarch::assistant::play
