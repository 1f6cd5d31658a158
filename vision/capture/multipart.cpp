#include "vision/capture/multipart.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace polemarch::vision::capture {

std::string boundary_of(const std::string& content_type) {
  std::string low = content_type;
  std::transform(low.begin(), low.end(), low.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto at = low.find("boundary=");
  if (at == std::string::npos) return {};
  std::string value = content_type.substr(at + 9);
  if (value.starts_with("\"")) {
    value = value.substr(1, value.find('"', 1) - 1);
  } else {
    value = value.substr(0, value.find_first_of("; \t"));
  }
  // Some servers put the two dashes of the delimiter into the name already.
  while (value.starts_with("-")) value.erase(0, 1);
  return value;
}

MultipartCutter::MultipartCutter(const std::string& boundary) : boundary_("--" + boundary) {}

std::optional<std::vector<std::uint8_t>> MultipartCutter::next() {
  const auto find = [&](std::string_view what, std::size_t from) {
    const auto found =
        std::search(body_.begin() + static_cast<std::ptrdiff_t>(std::min(from, body_.size())), body_.end(), what.begin(), what.end());
    return found == body_.end() ? std::string::npos : static_cast<std::size_t>(found - body_.begin());
  };
  const std::size_t start = find(boundary_, 0);
  if (start == std::string::npos) return std::nullopt;
  const std::size_t head = find("\n", start);
  if (head == std::string::npos) return std::nullopt;
  std::size_t content = 0;
  const std::size_t windows = find("\r\n\r\n", start), unix = find("\n\n", start);
  if (windows != std::string::npos && (unix == std::string::npos || windows < unix)) {
    content = windows + 4;
  } else if (unix != std::string::npos) {
    content = unix + 2;
  } else {
    return std::nullopt;
  }
  std::string headers(body_.begin() + static_cast<std::ptrdiff_t>(head), body_.begin() + static_cast<std::ptrdiff_t>(content));
  std::transform(headers.begin(), headers.end(), headers.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::size_t end = 0;
  if (const auto length = headers.find("content-length:"); length != std::string::npos) {
    const long long n = std::atoll(headers.c_str() + length + 15);
    if (n < 0 || n > (64LL << 20)) {
      body_.clear();
      return std::nullopt;
    }
    end = content + static_cast<std::size_t>(n);
    if (body_.size() < end) return std::nullopt;
  } else {
    end = find(boundary_, content);
    if (end == std::string::npos) return std::nullopt;
    while (end > content && (body_[end - 1] == '\n' || body_[end - 1] == '\r' || body_[end - 1] == '-')) --end;
  }
  std::vector<std::uint8_t> part(body_.begin() + static_cast<std::ptrdiff_t>(content), body_.begin() + static_cast<std::ptrdiff_t>(end));
  body_.erase(body_.begin(), body_.begin() + static_cast<std::ptrdiff_t>(end));
  return part;
}

}  // namespace polemarch::vision::capture
