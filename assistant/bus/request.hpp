#pragma once
/// The head of an HTTP request, read once it is whole and known to be short. Pure.

#include <optional>
#include <string>
#include <string_view>

namespace polemarch::assistant {

struct Request {
  std::string method, path;  ///< path without what follows '?'
  std::string token;         ///< value of "token" in what follows '?'; letters, digits, '-' and '_' only
  std::string host, origin;
};

/// `head` ends before its empty line. Nothing when it is no request of HTTP/1, or says Host or Origin twice.
std::optional<Request> request_of(std::string_view head);

}  // namespace polemarch::assistant
