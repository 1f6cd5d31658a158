#include "vision/prints/dictionary.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <opencv2/core.hpp>
#include <opencv2/core/version.hpp>

// OpenCV moved ArUco from contrib to objdetect in 4.7 and made its dictionary a value.
#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 7)
#include <opencv2/objdetect/aruco_dictionary.hpp>
namespace {
cv::aruco::Dictionary predefined(int number) { return cv::aruco::getPredefinedDictionary(number); }
}  // namespace
#else
#include <opencv2/aruco/dictionary.hpp>
namespace {
cv::aruco::Dictionary predefined(int number) { return *cv::aruco::getPredefinedDictionary(number); }
}  // namespace
#endif

#include "vision/prints/dictionary_text.hpp"

namespace polemarch::vision {

namespace {

struct Named {
  const char* name;
  int number;
};
#define NAMED(x) \
  Named { #x, cv::aruco::x }
constexpr std::array kPredefined{
    NAMED(DICT_4X4_50),         NAMED(DICT_4X4_100),       NAMED(DICT_4X4_250),       NAMED(DICT_4X4_1000),
    NAMED(DICT_5X5_50),         NAMED(DICT_5X5_100),       NAMED(DICT_5X5_250),       NAMED(DICT_5X5_1000),
    NAMED(DICT_6X6_50),         NAMED(DICT_6X6_100),       NAMED(DICT_6X6_250),       NAMED(DICT_6X6_1000),
    NAMED(DICT_7X7_50),         NAMED(DICT_7X7_100),       NAMED(DICT_7X7_250),       NAMED(DICT_7X7_1000),
    NAMED(DICT_ARUCO_ORIGINAL), NAMED(DICT_APRILTAG_16h5), NAMED(DICT_APRILTAG_25h9), NAMED(DICT_APRILTAG_36h10),
    NAMED(DICT_APRILTAG_36h11),
};
#undef NAMED

constexpr int kLargestSide = 8;  // 64 bits

int smallest_distance(const Dictionary& d) {
  int smallest = d.side * d.side;
  for (std::size_t a = 0; a < d.words.size(); ++a) {
    for (int turn = 0; turn < 4; ++turn) {
      const std::uint64_t other = turned(d, d.words[a], turn);
      for (std::size_t b = turn == 0 ? a + 1 : a; b < d.words.size(); ++b) smallest = std::min(smallest, std::popcount(other ^ d.words[b]));
    }
  }
  return smallest;
}

Dictionary from_opencv(const cv::aruco::Dictionary& source, std::string_view name) {
  Dictionary d;
  d.name = name;
  d.side = source.markerSize;
  d.max_correction = source.maxCorrectionBits;
  for (int id = 0; id < source.bytesList.rows; ++id) {
    const cv::Mat bits = cv::aruco::Dictionary::getBitsFromByteList(source.bytesList.rowRange(id, id + 1), d.side);
    std::uint64_t word = 0;
    for (int r = 0; r < d.side; ++r)
      for (int c = 0; c < d.side; ++c) word = (word << 1U) | (bits.at<unsigned char>(r, c) != 0 ? 1U : 0U);
    d.words.push_back(word);
  }
  d.min_distance = smallest_distance(d);
  return d;
}

InputError refuse_family(std::string_view name, const std::string& why) {
  return {"family \"" + std::string(name) + "\": " + why +
          " (expected an OpenCV dictionary name such as DICT_APRILTAG_36h11, or FILE:dictionary.yml)"};
}

/// More words than any family printed has, and few enough that how far apart they are is found at once.
constexpr int kMostWords = 5000;

Result<Dictionary> read_file(std::string_view name, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return refuse_family(name, "cannot open " + path);
  constexpr std::streamsize kLongest = 1'000'000;
  std::string whole(static_cast<std::size_t>(kLongest) + 1, '\0');
  in.read(whole.data(), kLongest + 1);
  whole.resize(static_cast<std::size_t>(in.gcount()));
  if (whole.size() > static_cast<std::size_t>(kLongest)) return refuse_family(name, path + " is not a dictionary file");
  return dictionary_from_text(whole, name, path);
}

}  // namespace

int misfit_under_cover(std::uint64_t seen, std::uint64_t word) {
  constexpr int kUnexplained = 3;
  const int brighter = std::popcount(seen & ~word), darker = std::popcount(word & ~seen);
  return std::max(brighter, darker) + kUnexplained * std::min(brighter, darker);
}

std::uint64_t turned(const Dictionary& dictionary, std::uint64_t word, int quarter_turns) {
  const int n = dictionary.side;
  for (int t = 0; t < (quarter_turns & 3); ++t) {
    std::uint64_t next = 0;
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c) next = (next << 1U) | (dictionary.bit(word, c, n - 1 - r) ? 1U : 0U);
    word = next;
  }
  return word;
}

Result<Dictionary> dictionary_from_text(std::string_view text, std::string_view name, const std::string& path) {
  const auto fields = fields_of_dictionary(text);
  if (!fields || !fields->contains("nmarkers")) return refuse_family(name, path + " is not a dictionary file");
  const auto number = [&](const char* field) {
    const auto found = fields->find(field);
    int value = -1;
    if (found == fields->end()) return value;
    const char* end = found->second.data() + found->second.size();
    return std::from_chars(found->second.data(), end, value).ptr == end ? value : -1;
  };
  const int count = number("nmarkers");
  if (count < 1 || count > kMostWords) return refuse_family(name, path + ": nmarkers must be 1 to " + std::to_string(kMostWords));
  Dictionary d;
  d.name = name;
  d.side = number("markersize");
  if (d.side < 2 || d.side > kLargestSide) return refuse_family(name, path + ": markersize must be 2 to 8");
  d.max_correction = std::max(0, number("maxCorrectionBits"));
  const auto digits = static_cast<std::size_t>(d.side * d.side);
  for (int i = 0; i < count; ++i) {
    const std::string key = "marker_" + std::to_string(i);
    const auto found = fields->find(key);
    if (found == fields->end() || found->second.size() != digits || found->second.find_first_not_of("01") != std::string::npos)
      return refuse_family(name, path + ": " + key + " must be " + std::to_string(digits) + " digits 0 or 1");
    CodeWord word = 0;
    for (const char digit : found->second) word = (word << 1U) | (digit == '1' ? 1U : 0U);
    d.words.push_back(word);
  }
  d.min_distance = smallest_distance(d);
  return d;
}

Result<Dictionary> load_dictionary(std::string_view name, std::string_view folder) {
  if (name.starts_with("FILE:")) {
    const std::filesystem::path given(name.substr(5));
    const std::filesystem::path beside = std::filesystem::path(folder) / given;
    std::error_code ignored;
    const auto& path = !folder.empty() && std::filesystem::is_regular_file(beside, ignored) ? beside : given;
    if (!std::filesystem::is_regular_file(path, ignored)) return refuse_family(name, "no file " + path.string());
    return read_file(name, path.string());
  }
  const auto* found = std::find_if(kPredefined.begin(), kPredefined.end(), [&](const Named& n) { return name == n.name; });
  if (found == kPredefined.end()) return refuse_family(name, "unknown");
  return from_opencv(predefined(found->number), name);
}

std::vector<std::string> dictionary_names() {
  std::vector<std::string> names;
  names.reserve(std::size(kPredefined));
  for (const Named& n : kPredefined) names.emplace_back(n.name);
  return names;
}

}  // namespace polemarch::vision
