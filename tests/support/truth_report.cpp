#include "tests/support/truth_report.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <optional>
#include <ostream>

#include "models/io/json.hpp"
#include "tests/support/stock.hpp"
#include "vision/detect/squares/detector.hpp"
#include "vision/pixels/read_image.hpp"

namespace polemarch::vision {

namespace {

PixelPoint centre_of(const std::array<PixelPoint, 4>& q) { return 0.25 * (q[0] + q[1] + q[2] + q[3]); }

std::string place(const std::string& file, MarkerId id, PixelPoint at) {
  return file + ": " + std::to_string(id.number) + " at " + std::to_string(std::lround(at.x)) + "," + std::to_string(std::lround(at.y));
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

/// Families looked for where no marker is: the weak ones (16 bits, 1000 words) are where false alarms come from.
constexpr std::array kEmptyFamilies{"DICT_4X4_50",         "DICT_4X4_1000",      "DICT_5X5_1000",
                                    "DICT_ARUCO_ORIGINAL", "DICT_APRILTAG_16h5", "DICT_APRILTAG_36h11"};
constexpr std::array kStocks{Stock::ArucoDefault, Stock::ArucoTuned, Stock::AprilTag1, Stock::AprilTag2};
constexpr const char* kOurs = "polemarch";

/// Every detector that knows a family, made once and kept.
class Bench {
 public:
  Bench(std::string folder, bool with_stock) : folder_(std::move(folder)), with_stock_(with_stock) {}

  Result<std::map<std::string, Score>> run(const TruthPicture& truth, const Image& image, const std::string& family) {
    auto& own = ours_[family];
    if (!own) {
      auto dictionary = load_dictionary(family, folder_);
      if (!dictionary) return dictionary.error();
      own.emplace(std::move(*dictionary));
      if (with_stock_) {
        for (const Stock stock : kStocks)
          if (auto made = StockDetector::make(stock, family, folder_)) stocks_[family].emplace_back(name_of(stock), std::move(*made));
      }
    }
    std::map<std::string, Score> scores;
    const auto timed = [&](const std::string& name, auto&& detect) {
      const auto start = std::chrono::steady_clock::now();
      const Detections found = detect();
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      scores[name] = score_picture(truth, found);
      scores[name].seconds = seconds;
    };
    timed(kOurs, [&] { return own->detect(image.view()); });
    for (auto& [name, stock] : stocks_[family]) timed(name, [&s = stock, &image] { return s.detect(image.view()); });
    return scores;
  }

 private:
  std::string folder_;
  bool with_stock_;
  std::map<std::string, std::optional<SquareDetector>> ours_;
  std::map<std::string, std::vector<std::pair<std::string, StockDetector>>> stocks_;
};

}  // namespace

void Score::add(const Score& other) {
  pictures += other.pictures;
  listed += other.listed;
  found += other.found;
  false_finds += other.false_finds;
  unlisted += other.unlisted;
  turned += other.turned;
  seconds += other.seconds;
  corner_px.insert(corner_px.end(), other.corner_px.begin(), other.corner_px.end());
  misses.insert(misses.end(), other.misses.begin(), other.misses.end());
  wrong.insert(wrong.end(), other.wrong.begin(), other.wrong.end());
}

Result<std::vector<TruthPicture>> read_truth(const std::string& path) {
  std::ifstream file(path);
  if (!file) return InputError{path + ": cannot open (expected a truth.json)"};
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto json = io::parse_json(text, path);
  if (!json) return json.error();
  std::vector<TruthPicture> pictures;
  try {
    const auto point = [](const io::Json& p) { return PixelPoint{p.at(0).get<double>(), p.at(1).get<double>()}; };
    for (const auto& [name, entry] : json->items()) {
      if (entry.value("kind", "image") != "image") continue;
      TruthPicture t;
      t.file = name;
      if (!entry.at("family").is_null()) t.family = entry.at("family").get<std::string>();
      t.complete = entry.at("complete").get<bool>();
      for (const auto& m : entry.at("markers")) {
        TruthMarker marker;
        marker.marker = {m.at("id").get<int>()};
        const char* key = m.contains("corners_refined") ? "corners_refined" : "corners";
        if (m.contains(key) && m.at(key).is_array()) {
          marker.has_corners = true;
          for (std::size_t k = 0; k < 4; ++k) marker.corners[k] = point(m.at(key).at(k));
        }
        if (m.contains("center") && m.at("center").is_array()) {
          marker.has_centre = true;
          marker.centre = point(m.at("center"));
        }
        t.markers.push_back(marker);
      }
      pictures.push_back(std::move(t));
    }
  } catch (const io::Json::exception&) {
    return InputError{path + ": not a truth file: expected pictures by name, each with family and markers (see vision/README.md)"};
  }
  return pictures;
}

Score score_picture(const TruthPicture& truth, const Detections& found) {
  Score score;
  score.pictures = 1;
  score.listed = static_cast<int>(truth.markers.size());
  std::vector<bool> used(found.markers.size(), false);
  for (const TruthMarker& t : truth.markers) {
    const PixelPoint at = t.has_corners ? centre_of(t.corners) : t.centre;
    std::size_t best = found.markers.size();
    double nearest = 1e9;
    for (std::size_t i = 0; i < found.markers.size(); ++i) {
      const Detection& d = found.markers[i];
      if (used[i] || d.marker != t.marker) continue;
      double off = 0;
      if (t.has_corners || t.has_centre) {
        off = length(centre_of(d.corners) - at);
        const double side = std::sqrt(std::abs(signed_area(t.has_corners ? t.corners : d.corners)));
        if (off > std::max(3.0, 0.5 * side)) continue;
      }
      if (off < nearest) nearest = off, best = i;
    }
    if (best == found.markers.size()) {
      score.misses.push_back(place(truth.file, t.marker, at));
      continue;
    }
    used[best] = true;
    ++score.found;
    if (!t.has_corners) continue;
    double straight = 0, least = 1e9;
    for (std::size_t turn = 0; turn < 4; ++turn) {
      double sum = 0;
      for (std::size_t k = 0; k < 4; ++k) sum += 0.25 * length(found.markers[best].corners[(k + turn) % 4] - t.corners[k]);
      if (turn == 0) straight = sum;
      least = std::min(least, sum);
    }
    if (straight > least + 1e-9) ++score.turned;
    score.corner_px.push_back(straight);
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) continue;
    (truth.complete ? score.false_finds : score.unlisted) += 1;
    score.wrong.push_back(place(truth.file, found.markers[i].marker, centre_of(found.markers[i].corners)));
  }
  return score;
}

Result<TruthReport> run_truth_report(const std::string& truth_path, bool with_stock) {
  const auto truth = read_truth(truth_path);
  if (!truth) return truth.error();
  const std::string folder = std::filesystem::path(truth_path).parent_path().string();
  Bench bench(folder, with_stock);
  TruthReport report;
  for (const TruthPicture& picture : *truth) {
    const auto image = read_gray((std::filesystem::path(folder) / picture.file).string());
    if (!image) return image.error();
    const std::string room = picture.file.substr(0, picture.file.find('/'));
    if (!picture.family.empty()) {
      const auto scores = bench.run(picture, *image, picture.family);
      if (!scores) return scores.error();
      for (const auto& [name, score] : *scores) {
        report.folders[room][name].add(score);
        report.totals[name].add(score);
      }
    } else {
      for (const char* family : kEmptyFamilies) {
        const auto scores = bench.run(picture, *image, family);
        if (!scores) return scores.error();
        for (const auto& [name, score] : *scores) report.empty_pictures[family][name].add(score);
      }
    }
  }
  return report;
}

void print_report(std::ostream& out, const TruthReport& report, bool list_misses) {
  const auto line = [&](const std::string& folder, const std::string& name, const Score& s) {
    out << std::left << std::setw(21) << folder << std::setw(23) << name << std::right << std::setw(4) << s.pictures << std::setw(6)
        << s.found << "/" << std::left << std::setw(5) << s.listed << std::right << std::fixed << std::setprecision(3) << std::setw(6)
        << (s.listed > 0 ? static_cast<double>(s.found) / s.listed : 0.0) << std::setw(6) << s.false_finds << std::setw(9) << s.unlisted
        << std::setw(7) << s.turned << std::setprecision(2) << std::setw(8) << quantile(s.corner_px, 0.5) << std::setw(7)
        << quantile(s.corner_px, 0.95) << std::setprecision(1) << std::setw(8) << 1000.0 * s.seconds / std::max(1, s.pictures) << "\n";
  };
  out << "folder               detector             pictures  found/listed recall false unlisted turned  corner px p50 p95  ms a picture\n";
  for (const auto& [folder, detectors] : report.folders)
    for (const auto& [name, score] : detectors) line(folder, name, score);
  for (const auto& [name, score] : report.totals) line("TOTAL", name, score);
  out << "pictures without any marker: false finds (pictures looked at)\n";
  for (const auto& [family, detectors] : report.empty_pictures) {
    out << std::left << std::setw(22) << family;
    for (const auto& [name, score] : detectors) out << "  " << name << " " << score.false_finds << " (" << score.pictures << ")";
    out << "\n";
  }
  for (const auto& [name, score] : report.totals)
    for (const std::string& wrong : score.wrong) out << "unlisted or false, " << name << ": " << wrong << "\n";
  for (const auto& [family, detectors] : report.empty_pictures)
    for (const auto& [name, score] : detectors)
      for (const std::string& wrong : score.wrong) out << "false, " << family << ", " << name << ": " << wrong << "\n";
  if (!list_misses) return;
  if (const auto ours = report.totals.find(kOurs); ours != report.totals.end())
    for (const std::string& miss : ours->second.misses) out << "missed: " << miss << "\n";
}

}  // namespace polemarch::vision
