#include "assistant/session/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace polemarch::assistant {

Result<std::string> read_text_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return InputError{path + ": is a folder, expected a file"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return InputError{path + ": cannot be read: " + std::strerror(errno)};
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) return InputError{path + ": cannot be read: " + std::strerror(errno)};
  return text.str();
}

std::optional<InputError> write_text_file(const std::string& path, const std::string& text) {
  // A new file takes the old one's place whole or not at all, where a link leads too; a device or a pipe is written where it is.
  std::error_code ignored;
  const std::filesystem::path led = std::filesystem::weakly_canonical(path, ignored);
  const std::string place = led.empty() ? path : led.string();
  const auto kind = std::filesystem::status(place, ignored).type();
  const bool renames = kind == std::filesystem::file_type::not_found || kind == std::filesystem::file_type::regular;
  const std::string target = renames ? place + ".tmp" : place;
  std::FILE* out = std::fopen(target.c_str(), "wb");
  if (out == nullptr) return InputError{path + ": cannot be written: " + std::strerror(errno)};
  const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  const bool closed = std::fclose(out) == 0;
  if (written && closed && (!renames || std::rename(target.c_str(), place.c_str()) == 0)) return std::nullopt;
  const InputError error{path + ": cannot be written: " + std::strerror(errno)};
  if (renames) std::remove(target.c_str());
  return error;
}

}  // namespace polemarch::assistant
