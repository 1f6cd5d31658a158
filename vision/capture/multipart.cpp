#include "vision/capture/multipart.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

#include "models/io/picture_limits.hpp"

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

std::size_t MultipartCutter::find(std::string_view what, std::size_t from, std::size_t until) const {
  until = std::min(until, body_.size());
  if (from >= until) return std::string::npos;
  const auto end = body_.begin() + static_cast<std::ptrdiff_t>(until);
  const auto found = std::search(body_.begin() + static_cast<std::ptrdiff_t>(from), end, what.begin(), what.end());
  return found == end ? std::string::npos : static_cast<std::size_t>(found - body_.begin());
}

bool MultipartCutter::find_boundary() {
  if (at_part_) return true;
  constexpr std::size_t kMostJunk = std::size_t{1} << 20;
  const std::size_t start = find(boundary_, 0, body_.size());
  at_part_ = start != std::string::npos;
  const std::size_t gone = at_part_ ? start : body_.size() - std::min(body_.size(), boundary_.size() - 1);
  body_.erase(body_.begin(), body_.begin() + static_cast<std::ptrdiff_t>(gone));
  junk_ += gone;
  if (junk_ > kMostJunk) runaway_ = true;
  return at_part_;
}

bool MultipartCutter::read_head() {
  if (content_ > 0) return true;
  constexpr std::size_t kMostHead = 8192;
  const std::size_t line = find("\n", 0, kMostHead);
  const std::size_t windows = find("\r\n\r\n", 0, kMostHead), unix = find("\n\n", 0, kMostHead);
  if (line == std::string::npos || (windows == std::string::npos && unix == std::string::npos)) {
    if (body_.size() > kMostHead) runaway_ = true;
    return false;
  }
  content_ = windows < unix ? windows + 4 : unix + 2;
  std::string headers(body_.begin() + static_cast<std::ptrdiff_t>(line), body_.begin() + static_cast<std::ptrdiff_t>(content_));
  std::transform(headers.begin(), headers.end(), headers.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  length_.reset();
  if (const auto length = headers.find("content-length:"); length != std::string::npos) {
    const long long n = std::atoll(headers.c_str() + length + 15);
    if (n < 0 || n > static_cast<long long>(io::kMostStreamedPictureBytes)) runaway_ = true;
    length_ = static_cast<std::size_t>(std::max(0LL, n));
  }
  searched_ = content_;
  return true;
}

std::optional<std::vector<std::uint8_t>> MultipartCutter::next() {
  if (runaway_ || !find_boundary() || !read_head() || runaway_) return std::nullopt;
  std::size_t end = 0;
  if (length_) {
    end = content_ + *length_;
    if (body_.size() < end) return std::nullopt;
  } else {
    end = find(boundary_, searched_, body_.size());
    if (end == std::string::npos) {
      searched_ = std::max(content_, body_.size() - std::min(body_.size(), boundary_.size()));
      if (body_.size() > content_ + io::kMostStreamedPictureBytes) runaway_ = true;
      return std::nullopt;
    }
    while (end > content_ && (body_[end - 1] == '\n' || body_[end - 1] == '\r' || body_[end - 1] == '-')) --end;
  }
  std::vector<std::uint8_t> part(body_.begin() + static_cast<std::ptrdiff_t>(content_), body_.begin() + static_cast<std::ptrdiff_t>(end));
  body_.erase(body_.begin(), body_.begin() + static_cast<std::ptrdiff_t>(end));
  at_part_ = false;
  content_ = junk_ = 0;
  return part;
}

}  // namespace polemarch::vision::capture
