#include "assistant/cli/plain_output.hpp"

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "models/one_line.hpp"

namespace polemarch::assistant {

class PlainOutput::Buffer final : public std::streambuf {
 public:
  explicit Buffer(std::streambuf& to) : to_(to) {}
  std::streambuf& to() const { return to_; }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char letter = traits_type::to_char_type(c);
    return xsputn(&letter, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    held_.append(text, static_cast<std::size_t>(size));
    if (std::string_view(text, static_cast<std::size_t>(size)).find('\n') == std::string_view::npos) return size;
    return pass_on(held_.rfind('\n') + 1) ? size : 0;
  }
  int sync() override { return pass_on(held_.size()) && to_.pubsync() == 0 ? 0 : -1; }

 private:
  bool pass_on(std::size_t size) {
    const std::string plain = spelled_out(std::string_view(held_).substr(0, size));
    held_.erase(0, size);
    return to_.sputn(plain.data(), static_cast<std::streamsize>(plain.size())) == static_cast<std::streamsize>(plain.size());
  }

  std::streambuf& to_;
  std::string held_;
};

PlainOutput::PlainOutput(std::ostream& out) : out_(out), buffer_(std::make_unique<Buffer>(*out.rdbuf())) { out_.rdbuf(buffer_.get()); }
PlainOutput::~PlainOutput() {
  buffer_->pubsync();
  out_.rdbuf(&buffer_->to());
}

}  // namespace polemarch::assistant
