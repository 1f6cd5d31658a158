#include "assistant/report/photos.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "assistant/session/files.hpp"

namespace polemarch::assistant {

std::vector<KeptPhoto> kept_photos(const std::string& log) {
  std::vector<KeptPhoto> photos;
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(log).replace_extension(".pictures"), none)) {
    const std::string stem = file.path().stem().string();
    if (file.path().extension() != ".jpg" || stem.empty() || stem.size() > 9 || stem.find_first_not_of("0123456789") != std::string::npos)
      continue;
    if (const auto bytes = read_text_file(file.path().string())) photos.push_back({std::stoll(stem), *bytes});
  }
  std::sort(photos.begin(), photos.end(), [](const KeptPhoto& a, const KeptPhoto& b) { return a.seq < b.seq; });
  return photos;
}

std::string base64_of(const std::string& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
  }
  return out;
}

}  // namespace polemarch::assistant
