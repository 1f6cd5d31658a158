// Pictures bent from place to place, as no lens model has it: scalers of cheap cameras, rolling sensors, boards and paper that are not
// flat.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <opencv2/imgproc.hpp>
#include <set>
#include <string>

#include "assistant/eye/table_eye.hpp"
#include "calibration/board/board.hpp"
#include "calibration/board/board_layout.hpp"
#include "models/border_layout.hpp"
#include "tests/calibration/real_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/picture.hpp"

namespace bent_picture_tests {

using namespace polemarch;

namespace {

/// How often the stated 95 % hold: the place's ellipse, registration included, and the heading's own interval.
struct Holding {
  int bases = 0, places = 0, turns = 0;
  double squares = 0, misfit = 0;  ///< mm^2; of places over what is stated, per axis

  void add(const ObservedBase& b, double x_mm, double y_mm, double heading_deg) {
    const double dx = b.x_mm - x_mm, dy = b.y_mm - y_mm;
    double xx = b.own_cov[0], xy = b.own_cov[1], yy = b.own_cov[4];
    for (const auto& factor : b.shared) xx += factor[0] * factor[0], xy += factor[0] * factor[1], yy += factor[1] * factor[1];
    const double off = (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / (xx * yy - xy * xy);
    ++bases;
    places += off < 5.991 ? 1 : 0;  // chi-square of two
    turns += std::abs(std::remainder(b.heading_deg - heading_deg, 360.0)) < 1.96 * std::sqrt(b.own_cov[8]) ? 1 : 0;
    squares += dx * dx + dy * dy;
    misfit += off / 2;
  }
};

/// Where each pixel of the bent picture comes from: shifts of `sd_px` that change within a dozen pixels.
struct Bends {
  cv::Mat x, y;
  Bends(cv::Size size, double sd_px, unsigned seed) {
    cv::RNG random(seed);
    const cv::Size coarse(size.width / 12, size.height / 12);
    for (cv::Mat* axis : {&x, &y}) {
      cv::Mat shifts(coarse, CV_32F);
      random.fill(shifts, cv::RNG::NORMAL, 0, sd_px);
      cv::resize(shifts, *axis, size, 0, 0, cv::INTER_CUBIC);
    }
    for (int row = 0; row < size.height; ++row)
      for (int column = 0; column < size.width; ++column) {
        x.at<float>(row, column) += static_cast<float>(column);
        y.at<float>(row, column) += static_cast<float>(row);
      }
  }
  Frame of(const Frame& frame) const {
    const cv::Mat plain(frame.gray->height, frame.gray->width, CV_8UC1, const_cast<std::uint8_t*>(frame.gray->bytes.data()));
    auto bent = std::make_shared<Image>(plain.cols, plain.rows, 1);
    cv::Mat out(plain.size(), CV_8UC1, bent->bytes.data());
    cv::remap(plain, out, x, y, cv::INTER_CUBIC, cv::BORDER_REPLICATE);
    Frame copy = frame;
    copy.gray = bent;
    return copy;
  }
};

}  // namespace

TEST_CASE("a picture bent from place to place widens what is stated of bases, a straight one does not", "[eye][intervals]") {
  for (const double bend_px : {0.0, 0.3}) {
    Holding held;
    for (unsigned seed = 700; seed < 703; ++seed) {
      vision::SceneSpec scene;
      scene.seed = scene.mat.seed = seed;
      scene.frames = 8;
      scene.table = table_with_border(Length::from_mm(1800), Length::from_mm(1200));
      for (int i = 0; i < 24; ++i)
        scene.bases.push_back(test::base_at("b" + std::to_string(i), i, 200 + 280 * (i % 6), 180 + 280 * (i / 6), 37.0 * i));
      vision::SimulatedTable table(scene);
      const Bends bends({scene.camera.width, scene.camera.height}, bend_px, seed);
      assistant::TableEye eye(scene.table, test::specs_of(scene));
      for (int f = 0; f < scene.frames; ++f) eye.see(bends.of(table.render(f)));
      const TableState& state = eye.see(bends.of(table.render(scene.frames - 1)));
      REQUIRE(state.registered);
      if (bend_px == 0) CHECK(eye.camera()->unexplained_px == 0);
      for (const vision::BaseTruth& t : table.truth(0).bases) {
        const ObservedBase* b = test::find(state, t.base.text);
        REQUIRE(b != nullptr);
        if (b->state == Seen::Seen) held.add(*b, t.x_mm, t.y_mm, t.heading_deg);
      }
    }
    INFO("bent by " << bend_px << " px: " << held.places << " places and " << held.turns << " headings of " << held.bases << " held, "
                    << std::sqrt(held.squares / held.bases) << " mm RMS, misfit " << held.misfit / held.bases);
    CHECK(held.bases > 65);
    CHECK(held.places > 0.85 * held.bases);
    CHECK(held.turns > 0.85 * held.bases);
    CHECK(held.misfit > 0.3 * held.bases);  // and not by stating anything
  }
}

TEST_CASE("photographs of printed boards: the outer markers tell where the inner ones lie, about as surely as is said", "[eye][real]") {
  Holding held;
  std::set<std::string> asked;  // pictures of which it is said that all inner markers stand higher or lower than the outer
  for (const auto& [folder, prefix, text] : {std::tuple{"charuco_endoscope", "img_", "charuco:10x7:25:17.8:DICT_4X4_50"},
                                             std::tuple{"eurobot2026_table", "charuco_", "charuco:9x7:25:18.9:DICT_4X4_50"}}) {
    const auto path = test::real_folder(folder);
    if (!path) return;
    const auto board = *calibration::parse_board(text);
    Table table;
    table.border_family = board.dictionary;
    table.width = Length::from_mm(board.columns * board.square_mm);
    table.depth = Length::from_mm(board.rows * board.square_mm);
    std::vector<BaseSpec> bases;
    const auto squares = calibration::marker_squares(board);
    const auto place = [&](std::size_t i) {
      return std::pair{(squares[i].column + 0.5) * board.square_mm, (board.rows - squares[i].row - 0.5) * board.square_mm};
    };
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const auto [column, row] = squares[i];
      const auto [x, y] = place(i);
      if (column == 0 || row == 0 || column == board.columns - 1 || row == board.rows - 1) {
        table.border.push_back({{static_cast<int>(i)}, x, y, 0, 90, board.marker_mm, 0.05, true});
      } else {
        bases.push_back(test::base_at(std::to_string(i), static_cast<int>(i), x, y, 90, board.marker_mm).spec);
        bases.back().mount.family = board.dictionary;
      }
    }
    std::vector<std::filesystem::path> pictures;
    for (const auto& entry : std::filesystem::directory_iterator(*path))
      if (vision::is_picture_name(entry.path()) && entry.path().filename().string().starts_with(prefix)) pictures.push_back(entry.path());
    std::ranges::sort(pictures);
    for (const auto& name : pictures) {
      const auto picture = vision::read_picture(name, false);
      REQUIRE(picture);
      assistant::TableEye eye(table, bases);
      Frame frame;
      frame.gray = picture->gray;
      for (frame.index = 0; frame.index < 20; ++frame.index) {
        frame.t = static_cast<double>(frame.index) / 30;
        for (const TableNotice& n : eye.see(frame).notices)
          if (n.key == "common_height") asked.insert(name.filename().string());
      }
      const TableState& state = eye.see(frame);
      for (const BaseSpec& spec : bases) {
        const ObservedBase* b = test::find(state, spec.base.text);
        if (b == nullptr || b->state != Seen::Seen) continue;
        const auto [x, y] = place(static_cast<std::size_t>(spec.mount.marker.number));
        held.add(*b, x, y, 90);
      }
    }
  }
  WARN("boards photographed: of " << held.bases << " markers " << held.places << " places and " << held.turns << " headings lie inside, "
                                  << std::sqrt(held.squares / held.bases) << " mm RMS, misfit " << held.misfit / held.bases << "; "
                                  << asked.size() << " asked about their height");
  CHECK(asked.size() <= 1);  // of nineteen boards, some of them curled
  CHECK(held.bases > 320);
  CHECK(held.places > 0.78 * held.bases);  // 0.60 when only their own pixels are asked; hand-held boards are bent themselves
  CHECK(held.turns > 0.88 * held.bases);
  CHECK(held.misfit < 2.2 * held.bases);
}

}  // namespace bent_picture_tests
