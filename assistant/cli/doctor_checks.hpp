#pragma once
/// What this computer has and lacks, as plain findings. Looks at devices, display, files and disk; changes nothing.

#include <string>
#include <vector>

namespace polemarch::assistant {

enum class Health {
  Fine,
  Lacking,  ///< something you may want is missing; the rest works
  Broken,   ///< the program cannot do its work like this
};
std::string_view name_of(Health health);

struct Finding {
  std::string area;  ///< camera, markers, window, fonts, disk, video, computer
  Health health = Health::Fine;
  std::string text;  ///< what is so
  std::string mend;  ///< what to do about it; empty when fine
};

std::vector<Finding> check_cameras();
std::vector<Finding> check_markers();
std::vector<Finding> check_window();
std::vector<Finding> check_fonts();
/// `folder`: where battles would be written.
std::vector<Finding> check_disk(const std::string& folder);
std::vector<Finding> check_libraries();
std::vector<Finding> check_computer();

/// All of them, in this order.
std::vector<Finding> examine(const std::string& folder);

}  // namespace polemarch::assistant
