// The simulated table as a source: scene.json in, frames out.
#include <algorithm>

#include "vision/capture/reader.hpp"
#include "vision/capture/simulator/scenes.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace polemarch::vision::capture {
namespace {

class SimReader : public Reader {
 public:
  explicit SimReader(SceneSpec scene) : fps_(scene.fps), frames_(scene.frames), name_(scene.name), table_(std::move(scene)) {}

  Got read(Frame& frame, double skip_to_t) override {
    if (skip_to_t > 0) at_ = std::max(at_, static_cast<int>(std::min(skip_to_t * fps_, 2e9)));
    if (frames_ > 0 && at_ >= frames_) return Got::End;  // 0 frames: it never ends
    frame = table_.render(at_++);
    return Got::Frame;
  }
  bool recorded() const override { return true; }
  std::string description() const override { return "simulated table " + name_; }

 private:
  double fps_;
  int frames_;
  std::string name_;
  SimulatedTable table_;
  int at_ = 0;
};

}  // namespace

ReaderResult open_simulated(const std::string& scene_path, const SourceSettings& settings) {
  auto scene = load_scene(scene_path);
  if (!scene) return scene.error();
  if (settings.colour) scene->sensor.colour = true;
  return std::unique_ptr<Reader>(std::make_unique<SimReader>(std::move(*scene)));
}

}  // namespace polemarch::vision::capture
