#pragma once
/// Cuts the body of a multipart/x-mixed-replace answer into its parts, as phones and webcams send MJPEG. Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace polemarch::vision::capture {

/// The boundary named in a Content-Type header; empty when it names none.
std::string boundary_of(const std::string& content_type);

class MultipartCutter {
 public:
  explicit MultipartCutter(const std::string& boundary = {});
  /// The growing body; append to it.
  std::vector<std::uint8_t>& body() { return body_; }
  /// The next whole part's content, if one is complete. Uses Content-Length where given, else the next boundary.
  std::optional<std::vector<std::uint8_t>> next();
  /// True when a part has grown beyond any picture: not a stream of pictures.
  bool runaway() const { return body_.size() > (std::size_t{64} << 20); }

 private:
  std::string boundary_;
  std::vector<std::uint8_t> body_;
};

}  // namespace polemarch::vision::capture
