#pragma once
/// Cuts the body of a multipart/x-mixed-replace answer into its parts, as phones and webcams send MJPEG. Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polemarch::vision::capture {

/// The boundary named in a Content-Type header; empty when it names none.
std::string boundary_of(const std::string& content_type);

/// Memory stays bounded whatever comes: what stands before a boundary is thrown away, heads and parts have a largest size.
class MultipartCutter {
 public:
  explicit MultipartCutter(const std::string& boundary = {});
  /// The growing body; append to it.
  std::vector<std::uint8_t>& body() { return body_; }
  /// The next whole part's content, if one is complete. Uses Content-Length where given, else the next boundary.
  std::optional<std::vector<std::uint8_t>> next();
  /// True when what came is no stream of pictures: a head or a part beyond any picture's, or no boundary for too long.
  bool runaway() const { return runaway_; }

 private:
  /// Where `what` begins between `from` and `until`; npos when it is not there.
  std::size_t find(std::string_view what, std::size_t from, std::size_t until) const;
  bool find_boundary();
  bool read_head();

  std::string boundary_;
  std::vector<std::uint8_t> body_;
  std::size_t junk_ = 0;     ///< bytes thrown away since the last part
  bool at_part_ = false;     ///< the body begins with a boundary
  std::size_t content_ = 0;  ///< where the part's content begins; 0 until its head is whole
  std::optional<std::size_t> length_;
  std::size_t searched_ = 0;  ///< the next boundary does not begin before here
  bool runaway_ = false;
};

}  // namespace polemarch::vision::capture
