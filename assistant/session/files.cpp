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
  // A new file takes the old one's place whole or not at all; a device, a pipe or a link is written where it is.
  std::error_code ignored;
  const auto kind = std::filesystem::symlink_status(path, ignored).type();
  const bool renames = kind == std::filesystem::file_type::not_found || kind == std::filesystem::file_type::regular;
  const std::string target = renames ? path + ".tmp" : path;
  std::FILE* out = std::fopen(target.c_str(), "wb");
  if (out == nullptr) return InputError{path + ": cannot be written: " + std::strerror(errno)};
  const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  const bool closed = std::fclose(out) == 0;
  if (written && closed && (!renames || std::rename(target.c_str(), path.c_str()) == 0)) return std::nullopt;
  const InputError error{path + ": cannot be written: " + std::strerror(errno)};
  if (renames) std::remove(target.c_str());
  return error;
}

}  // namespace polemarch::assistant
