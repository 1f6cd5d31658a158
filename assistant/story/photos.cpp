#include "assistant/story/photos.hpp"

#include <sodium.h>

#include <filesystem>
#include <string_view>

#include "assistant/session/files.hpp"
#include "assistant/session/keys.hpp"

namespace polemarch::assistant {

std::string pictures_folder(const std::string& log) {
  return std::filesystem::path(log_behind_link(log)).replace_extension(".pictures").string();
}

std::map<std::int64_t, std::string> kept_pictures(const std::string& log) {
  namespace fs = std::filesystem;
  std::map<std::int64_t, std::string> out;
  std::error_code none;
  if (fs::is_symlink(pictures_folder(log), none)) return out;
  for (const auto& file : fs::directory_iterator(pictures_folder(log), none)) {
    const std::string stem = file.path().stem().string();
    if (file.path().extension() != ".jpg" || stem.empty() || stem.size() > 9 || stem.find_first_not_of("0123456789") != std::string::npos)
      continue;
    if (file.symlink_status(none).type() == fs::file_type::regular) out[std::stoll(stem)] = file.path().string();
  }
  return out;
}

std::vector<KeptPhoto> kept_photos(const std::string& log) {
  constexpr std::string_view kJpeg = "\xFF\xD8\xFF";
  std::vector<KeptPhoto> photos;
  for (const auto& [seq, file] : kept_pictures(log))
    if (const auto bytes = read_text_file(file); bytes && bytes->starts_with(kJpeg)) photos.push_back({seq, *bytes});
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
