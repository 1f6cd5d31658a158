#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/doctor_checks.hpp"
#include "models/io/json.hpp"
#include "vision/capture/camera_list.hpp"

namespace polemarch::assistant {
namespace {

io::Json findings_json(const std::vector<Finding>& findings) {
  io::Json j{{"v", 1}, {"findings", io::Json::array()}, {"cameras", io::Json::array()}};
  for (const Finding& f : findings)
    j["findings"].push_back({{"area", f.area}, {"health", name_of(f.health)}, {"text", f.text}, {"mend", f.mend}});
  for (const auto& camera : vision::list_cameras()) {
    io::Json entry{{"source", "camera:" + std::to_string(camera.number)},
                   {"name", camera.name},
                   {"allowed", camera.allowed},
                   {"locks_exposure", camera.locks_exposure},
                   {"locks_focus", camera.locks_focus},
                   {"modes", io::Json::array()}};
    for (const auto& mode : camera.modes)
      entry["modes"].push_back({{"format", mode.format}, {"width", mode.width}, {"height", mode.height}, {"fps", mode.fps}});
    j["cameras"].push_back(std::move(entry));
  }
  return j;
}

void print(const std::vector<Finding>& findings) {
  for (const Finding& f : findings) {
    const char* mark = f.health == Health::Fine ? "ok      " : f.health == Health::Lacking ? "lacking " : "BROKEN  ";
    std::cout << mark << std::left << std::setw(10) << f.area << f.text << "\n";
    if (!f.mend.empty()) std::cout << std::string(18, ' ') << "-> " << f.mend << "\n";
  }
}

}  // namespace

Action add_doctor(CLI::App& program) {
  auto* verb = program.add_subcommand("doctor", "what this computer has and lacks, in plain words");
  auto json = std::make_shared<bool>(false);
  auto folder = std::make_shared<std::string>(".");
  verb->add_flag("--json", *json, "for machines");
  verb->add_option("--folder", *folder, "where battles would be written (default: here)");
  return [json, folder] {
    const auto findings = examine(*folder);
    if (*json) {
      std::cout << findings_json(findings).dump() << "\n";
    } else {
      print(findings);
    }
    return std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.health == Health::Broken; }) ? kRefused : kDone;
  };
}

}  // namespace polemarch::assistant
