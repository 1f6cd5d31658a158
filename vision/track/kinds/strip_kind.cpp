#include "vision/track/kinds/strip_kind.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "vision/detect/rings/ring_detect.hpp"
#include "vision/detect/strips/strip_detect.hpp"
#include "vision/prints/strip_artwork.hpp"
#include "vision/track/kinds/strip_own_fit.hpp"

namespace polemarch::vision {

namespace {

/// What a reader begins with.
struct Begin {
  double psf_px = 0.7;
  PictureTone tone;
};
// Usual; sharp, sharpened or bent, as phones leave it; soft. Which serves is not known before some are found.
constexpr std::array<Begin, 3> kBegins{{{0.7, {}}, {0.5, {0.75F, 0.75F}}, {1.1, {}}}};
constexpr std::size_t kEnough = 3;  // found in one picture: blur and print are learnt from them

/// The cold reader of one family.
class ColdReader {
 public:
  ColdReader(const StripLayout& layout, const CodeBook& book, const Begin& begin) {
    if (layout.kind == StripKind::Ring) {
      RingSettings settings;
      settings.psf_px = begin.psf_px;
      settings.tone = begin.tone;
      rings_.emplace(layout, book, settings);
    } else {
      StripSettings settings;
      settings.psf_px = begin.psf_px;
      settings.tone = begin.tone;
      strips_.emplace(layout, book, settings);
    }
  }
  std::vector<StripFound> find(const ImageView& gray, const StripPlane& plane) {
    return rings_ ? rings_->find(gray, plane) : strips_->find(gray, plane);
  }
  std::vector<StripFound> find_in(const ImageView& gray, const StripPlane& plane, const PixelRect& part) {
    return rings_ ? rings_->find_in(gray, plane, part) : strips_->find_in(gray, plane, part);
  }
  PictureTone tone() const { return rings_ ? rings_->tone() : strips_->tone(); }

 private:
  std::optional<StripDetector> strips_;
  std::optional<RingDetector> rings_;
};

class StripMarkerKind : public MarkerKind {
 public:
  StripMarkerKind(const StripLayout& layout, CodeBook book) : layout_(layout), book_(std::make_shared<const CodeBook>(std::move(book))) {}

  bool has(MarkerId marker) const override { return marker.number >= 0 && marker.number < static_cast<int>(book_->words.size()); }
  double usual_mm() const override { return layout_.length_mm; }

  Pattern pattern(MarkerId marker, double size_mm) const override {
    return strip_pattern(printed(layout_, size_mm / layout_.length_mm), marker, book_->words[static_cast<std::size_t>(marker.number)]);
  }

  std::unique_ptr<OwnFit> own_fit(MarkerId marker, double size_mm) override {
    auto& tools = tools_[static_cast<int>(std::lround(size_mm * 1000))];
    if (!tools) tools = std::make_shared<StripTools>(printed(layout_, size_mm / layout_.length_mm), book_);
    tools->tone = begun_as(serves_).tone();
    return make_strip_own_fit(tools, marker.number);
  }

  std::vector<Detection> find(const ImageView& gray, const PixelBox& window, const Camera& camera, double height_mm, double /*size_mm*/,
                              int look) override {
    const bool whole = window.x0 <= 0 && window.y0 <= 0 && window.x1 >= gray.width && window.y1 >= gray.height;
    StripPlane plane;
    plane.camera = camera;
    plane.height_mm = height_mm;
    const PixelRect part{window.x0, window.y0, window.x1 - window.x0, window.y1 - window.y0};
    const bool all = whole && (!learnt_height_ || *learnt_height_ == height_mm);
    if (all) learnt_height_ = height_mm;
    const std::vector<StripFound> found = all ? find_all(gray, plane) : find_in(gray, plane, part, look);
    std::vector<Detection> out;
    out.reserve(found.size());
    for (const StripFound& f : found) {
      Detection& d = out.emplace_back();
      d.marker = {f.id};
      d.corners = f.corners;
      d.margin = static_cast<double>(f.margin);
      d.under_cover = f.kept < 1 || f.shadowed;
    }
    return out;
  }

 private:
  ColdReader& begun_as(std::size_t begin) {
    auto& reader = readers_[begin];
    if (!reader) reader.emplace(layout_, *book_, kBegins[begin]);
    return *reader;
  }

  /// What the reader that serves knows of the picture, for the fits.
  void share_tone() {
    for (auto& of_size : tools_) of_size.second->tone = begun_as(serves_).tone();
  }

  /// The whole picture; begun otherwise too while too few were ever found to learn from.
  std::vector<StripFound> find_all(const ImageView& gray, const StripPlane& plane) {
    std::vector<StripFound> best = begun_as(serves_).find(gray, plane);
    learnt_ = learnt_ || best.size() >= kEnough;
    for (std::size_t begin = 0; begin < kBegins.size() && !learnt_; ++begin) {
      if (begin == serves_) continue;
      std::vector<StripFound> found = begun_as(begin).find(gray, plane);
      if (found.size() <= best.size()) continue;
      best = std::move(found);
      learnt_ = best.size() >= kEnough;
      serves_ = begin;
    }
    share_tone();
    return best;
  }

  /// A part of it; while too few were found every further look at the part begins otherwise.
  std::vector<StripFound> find_in(const ImageView& gray, const StripPlane& plane, const PixelRect& part, int look) {
    const std::size_t begin = learnt_ ? serves_ : (serves_ + static_cast<std::size_t>(std::max(0, look))) % kBegins.size();
    std::vector<StripFound> found = begun_as(begin).find_in(gray, plane, part);
    if (found.empty() || begin == serves_) return found;
    serves_ = begin;
    share_tone();
    return found;
  }

  StripLayout layout_;
  std::shared_ptr<const CodeBook> book_;
  std::array<std::optional<ColdReader>, kBegins.size()> readers_;
  std::size_t serves_ = 0;  // index of the one that found most
  bool learnt_ = false;
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
