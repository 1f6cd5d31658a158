/// What comes over sockets and from cameras: requests, answers, streams, pictures, lines typed at the text screen.
#include <cstdint>

#include "assistant/bus/request.hpp"
#include "assistant/bus/web_address.hpp"
#include "assistant/play/text_screen.hpp"
#include "tests/fuzz/targets.hpp"
#include "vision/capture/http_stream.hpp"
#include "vision/capture/multipart.hpp"
#include "vision/pixels/picture_size.hpp"

namespace polemarch::fuzz {

namespace {

void read_request(std::string_view bytes) {
  const auto request = assistant::request_of(bytes);
  if (!request) return;
  promise(!request->method.empty() && request->path.front() == '/', "a request asks for a path");
  promise(request->path.find('?') == std::string::npos, "the path ends before the question mark");
  static const auto address = assistant::web_address_of("127.0.0.1:8080");
  promise(static_cast<bool>(address), "an address is one");
  if (assistant::host_fits(*address, request->host)) promise(request->host.find(":8080") != std::string::npos, "a host names its port");
  static_cast<void>(assistant::origin_fits(request->origin, request->host));
  static_cast<void>(assistant::equal_in_constant_time(request->token, "0123456789abcdef"));
}

/// The first line is the Content-Type, the rest comes in pieces as large as its first byte says.
void cut_stream(std::string_view bytes) {
  const auto end = bytes.find('\n');
  if (end == std::string_view::npos || end + 1 >= bytes.size()) return;
  vision::capture::MultipartCutter cutter(vision::capture::boundary_of(std::string(bytes.substr(0, end))));
  bytes.remove_prefix(end + 1);
  const std::size_t piece = 1 + static_cast<unsigned char>(bytes.front());
  std::size_t given = 0, taken = 0;
  while (!bytes.empty() && !cutter.runaway()) {
    const std::string_view next = bytes.substr(0, piece);
    cutter.body().insert(cutter.body().end(), next.begin(), next.end());
    given += next.size();
    bytes.remove_prefix(next.size());
    while (const auto part = cutter.next()) taken += part->size();
  }
  promise(taken <= given, "parts are made of what came");
}

void measure_picture(std::string_view bytes) {
  const auto size = vision::capture::picture_size({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (size) promise(size->width >= 0 && size->height >= 0, "a picture is not smaller than nothing");
}

void read_wish(std::string_view bytes) {
  static const ui::ViewState view = [] {
    ui::ViewState shown;
    shown.units.push_back({});
    shown.units.back().unit = {"A1"};
    return shown;
  }();
  if (const auto wish = assistant::play::wish_of_line(bytes, view); !wish) promise_one_line(wish.error());
}

}  // namespace

void add_wire_targets(std::vector<Target>& to) {
  to.push_back({"http_request", read_request});
  to.push_back({"mjpeg", cut_stream});
  to.push_back({"picture_size", measure_picture});
  to.push_back({"wish", read_wish});
  to.push_back({"camera_url", [](std::string_view bytes) {
                  if (const auto url = vision::capture::parse_http_url(std::string(bytes)); !url) promise_one_line(url.error());
                }});
  to.push_back({"web_address", [](std::string_view bytes) {
                  // Letters would be looked up as a name.
                  if (bytes.find_first_not_of("0123456789.:[]") != std::string_view::npos) return;
                  if (const auto address = assistant::web_address_of(std::string(bytes)); !address) promise_one_line(address.error());
                }});
}

}  // namespace polemarch::fuzz
