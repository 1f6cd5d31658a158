#include "assistant/bus/request.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace polemarch::assistant {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string_view line_of(std::string_view& rest) {
  const auto end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return line;
}

std::string token_in(std::string_view query) {
  while (!query.empty()) {
    const auto end = query.find('&');
    const std::string_view part = query.substr(0, end);
    query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
    if (part.starts_with("token=")) return std::string(part.substr(6));
  }
  return {};
}

}  // namespace

std::optional<Request> request_of(std::string_view head) {
  Request out;
  const std::string_view first = trimmed(line_of(head));
  const auto one = first.find(' '), two = first.rfind(' ');
  if (one == std::string_view::npos || two == one || !first.substr(two + 1).starts_with("HTTP/1.")) return std::nullopt;
  out.method = first.substr(0, one);
  const std::string_view target = first.substr(one + 1, two - one - 1);
  const auto query = target.find('?');
  out.path = target.substr(0, query);
  if (query != std::string_view::npos) out.token = token_in(target.substr(query + 1));
  if (out.path.empty() || out.path.front() != '/') return std::nullopt;
  bool host = false, origin = false;
  while (!head.empty()) {
    const std::string_view line = line_of(head);
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string name = lower(line.substr(0, colon));
    if (name.empty() || name.find_first_of(" \t") != std::string::npos) return std::nullopt;  // folded, or "Host :"
    const auto take = [&](const char* wanted, bool& had, std::string& value) {
      if (name != wanted) return true;
      value = trimmed(line.substr(colon + 1));
      return !std::exchange(had, true);
    };
    if (!take("host", host, out.host) || !take("origin", origin, out.origin)) return std::nullopt;
  }
  return out;
}

}  // namespace polemarch::assistant
