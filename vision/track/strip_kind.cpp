#include "vision/track/strip_kind.hpp"

#include <cmath>
#include <map>
#include <optional>

#include "vision/detect/ring_detect.hpp"
#include "vision/detect/strip_artwork.hpp"
#include "vision/detect/strip_detect.hpp"
#include "vision/track/strip_own_fit.hpp"

namespace polemarch::vision {

namespace {

class StripMarkerKind : public MarkerKind {
 public:
  StripMarkerKind(const StripLayout& layout, CodeBook book) : layout_(layout), book_(std::make_shared<const CodeBook>(std::move(book))) {
    if (layout_.kind == StripKind::Ring) {
      rings_.emplace(layout_, *book_);
    } else {
      strips_.emplace(layout_, *book_);
    }
  }

  bool has(MarkerId marker) const override { return marker.number >= 0 && marker.number < static_cast<int>(book_->words.size()); }
  double usual_mm() const override { return layout_.length_mm; }

  Pattern pattern(MarkerId marker, double size_mm) const override {
    return strip_pattern(printed(layout_, size_mm / layout_.length_mm), marker, book_->words[static_cast<std::size_t>(marker.number)]);
  }

  std::unique_ptr<OwnFit> own_fit(MarkerId marker, double size_mm) override {
    auto& tools = tools_[static_cast<int>(std::lround(size_mm * 1000))];
    if (!tools) tools = std::make_shared<StripTools>(printed(layout_, size_mm / layout_.length_mm), book_);
    return make_strip_own_fit(tools, marker.number);
  }

  std::vector<Detection> find(const ImageView& gray, const PixelBox& window, const Camera& camera, double height_mm, double /*size_mm*/,
                              int /*look*/) override {
    const bool whole = window.x0 <= 0 && window.y0 <= 0 && window.x1 >= gray.width && window.y1 >= gray.height;
    StripPlane plane;
    plane.camera = camera;
    plane.height_mm = height_mm;
    const PixelRect part{window.x0, window.y0, window.x1 - window.x0, window.y1 - window.y0};
    const bool all = whole && (!learnt_height_ || *learnt_height_ == height_mm);
    if (all) learnt_height_ = height_mm;
    const std::vector<StripFound> found = rings_ ? (all ? rings_->find(gray, plane) : rings_->find_in(gray, plane, part))
                                          : all  ? strips_->find(gray, plane)
                                                 : strips_->find_in(gray, plane, part);
    std::vector<Detection> out;
    out.reserve(found.size());
    for (const StripFound& f : found) out.push_back({{f.id}, f.corners, static_cast<double>(f.margin)});
    return out;
  }

 private:
  StripLayout layout_;
  std::shared_ptr<const CodeBook> book_;
  std::optional<StripDetector> strips_;
  std::optional<RingDetector> rings_;
  std::map<int, std::shared_ptr<StripTools>> tools_;  // by printed size, um
  std::optional<double> learnt_height_;               // blur and print scale are learnt on one plane only
};

}  // namespace

std::unique_ptr<MarkerKind> make_strip_kind(const std::string& family) {
  const auto layout = strip_layout(family);
  if (!layout) return nullptr;
  auto book = load_book(layout->book);
  if (!book) return nullptr;
  return std::make_unique<StripMarkerKind>(*layout, std::move(*book));
}

}  // namespace polemarch::vision
