#include "assistant/play/kept_pictures.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "assistant/session/files.hpp"
#include "vision/pixels/picture.hpp"

namespace polemarch::assistant::play {

namespace {

constexpr int kKeptWidth = 960, kKeptQuality = 82;

/// At most so wide, each pixel the mean of those it stands for.
Image made_smaller(const Image& image, int width) {
  const int by = std::max(1, (image.width + width - 1) / width);
  if (by == 1) return image;
  Image out(image.width / by, image.height / by, image.channels);
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width * out.channels; ++x) {
      const int column = x / out.channels * by, channel = x % out.channels;
      int sum = 0;
      for (int dy = 0; dy < by; ++dy)
        for (int dx = 0; dx < by; ++dx) sum += image.row(y * by + dy)[(column + dx) * image.channels + channel];
      out.row(y)[x] = static_cast<std::uint8_t>(sum / (by * by));
    }
  return out;
}

/// Two pictures of one table, the left one dark where there is none; `widths` is how many tables wide they are together.
Image side_by_side(const Image* left, const Image& right, double widths) {
  Image out(static_cast<int>(right.width * widths), right.height, right.channels);
  const auto lay = [&](const Image& image, int x) {
    for (int y = 0; y < out.height; ++y)
      std::copy_n(image.row(y), image.stride(), out.row(y) + static_cast<std::ptrdiff_t>(x) * image.channels);
  };
  if (left != nullptr && left->width == right.width && left->height == right.height && left->channels == right.channels) lay(*left, 0);
  lay(right, out.width - right.width);
  return out;
}

}  // namespace

std::optional<InputError> KeptPictures::see(const Look& look, std::int64_t seq) {
  if (!log_ || seq == last_ || !look.picture.image || look.picture.image->empty()) return std::nullopt;
  const std::string log = log_();
  if (log.empty()) return std::nullopt;
  const std::string folder = pictures_folder(log);
  last_ = seq;
  std::error_code made;
  if (std::filesystem::is_symlink(folder, made)) return InputError{folder + ": is a link; pictures are kept in a folder beside the log"};
  std::filesystem::create_directories(folder, made);
  if (made) return InputError{folder + ": cannot be made (" + made.message() + ")"};
  const Image small = made_smaller(*look.picture.image, kKeptWidth);
  const std::string file = folder + "/" + std::to_string(seq) + ".jpg";
  if (auto wrong = leads_elsewhere(file)) return wrong;
  return vision::write_picture(file, small.view(), kKeptQuality);
}

PicturesOfReplay::~PicturesOfReplay() {
  if (!thread_.joinable()) return;
  if (stage_->exchange(Stage::LetGo) == Stage::Reading)
    thread_.detach();
  else
    thread_.join();
}

PicturesOfReplay::Kept PicturesOfReplay::decoded(std::int64_t seq, const std::string& file, const Result<std::string>& bytes) {
  if (!bytes) return {seq, nullptr, bytes.error().line};
  const auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()}, true, file);
  return picture ? Kept{seq, picture->colour, {}} : Kept{seq, nullptr, picture.error().line};
}

void PicturesOfReplay::start_reading(std::int64_t seq, const std::string& file) {
  if (thread_.joinable()) thread_.join();  // the one before has given its picture
  stage_ = std::make_shared<std::atomic<Stage>>(Stage::Reading);
  std::packaged_task<Kept()> work([reader = reader_, stage = stage_, seq, file] {
    const Result<std::string> bytes = reader(file);
    Stage reading = Stage::Reading;
    return stage->compare_exchange_strong(reading, Stage::Decoding) ? decoded(seq, file, bytes) : Kept{};
  });
  reading_ = work.get_future();
  thread_ = std::thread(std::move(work));
}

const PicturesOfReplay::Kept* PicturesOfReplay::keep(Kept kept) {
  constexpr std::size_t kHeld = 4;
  if (read_.size() >= kHeld) read_.clear();
  return &(read_[kept.seq] = std::move(kept));
}

const PicturesOfReplay::Kept* PicturesOfReplay::picture_of(std::int64_t seq) {
  auto file = kept_.upper_bound(seq);
  if (file == kept_.begin()) return nullptr;
  --file;
  if (reading_.valid() && reading_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) keep(reading_.get());
  if (const auto known = read_.find(file->first); known != read_.end()) return &known->second;
  if (how_ == Reading::AtOnce) return keep(decoded(file->first, file->second, reader_(file->second)));
  if (!reading_.valid()) start_reading(file->first, file->second);
  awaited_ = {file->first, nullptr, {}};
  return &awaited_;
}

ui::TextLine PicturesOfReplay::notice_of(const Kept& kept) {
  if (kept.wrong.empty()) return {"reading the picture kept at command " + std::to_string(kept.seq), Tone::Text, {}};
  return {kept.wrong, Tone::Warn, {}};
}

void PicturesOfReplay::lay_under(ui::ViewState& view, std::int64_t seq, double table_mm) {
  const Kept* here = picture_of(seq);
  if (here == nullptr) {
    if (!kept_.empty())
      view.notices.push_back({"no picture of the table was kept before command " + std::to_string(kept_.begin()->first), Tone::Text, {}});
    return;
  }
  if (!here->image) {
    view.notices.push_back(notice_of(*here));
    return;
  }
  view.source = "picture kept at command " + std::to_string(here->seq) + ", " + view.source;
  view.picture = {here->image, here->seq + 1, view.scene.width_mm - table_mm, 0, view.scene.width_mm, view.scene.depth_mm};
  // The picture shows who stands on the bases.
  std::erase_if(view.scene.items, [](const SceneItem& item) { return item.meaning == "troops"; });
  if (!view.replay || !view.replay->pinned) return;
  const Kept now = *here;  // what is read next may take its place
  const Kept* pinned = picture_of(*view.replay->pinned);
  const bool both = pinned != nullptr && pinned->image;
  if (pinned != nullptr && !both) view.notices.push_back(notice_of(*pinned));
  const std::int64_t version = (both ? pinned->seq + 1 : 0) * 1'000'003 + now.seq + 1;
  if (version != pair_version_ || !pair_) {
    pair_version_ = version;
    pair_ = std::make_shared<Image>(side_by_side(both ? pinned->image.get() : nullptr, *now.image, view.scene.width_mm / table_mm));
  }
  view.picture.image = pair_;
  view.picture.version = version;
  view.picture.x0 = 0;
}

}  // namespace polemarch::assistant::play
