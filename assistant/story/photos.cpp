#include "assistant/story/photos.hpp"

#include <sodium.h>

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
  std::string out(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  out.pop_back();  // its end as C has it
  return out;
}

}  // namespace polemarch::assistant
