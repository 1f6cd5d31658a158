#pragma once
/// Where the page is served and who may ask for it: addresses, and Host and Origin compared whole. Pure but for looking up names.

#include <sys/socket.h>

#include <string>
#include <string_view>

#include "models/result.hpp"

namespace polemarch::assistant {

struct WebAddress {
  sockaddr_storage where{};
  socklen_t size = 0;
  std::string host;       ///< as given, without brackets
  int port = 0;           ///< 0: any free one
  bool loopback = false;  ///< by the address itself, whatever its name
  bool every = false;     ///< all addresses of this computer (0.0.0.0, ::)
};

/// Reads a port alone (loopback) or ADDRESS:PORT, [IPv6]:PORT. Errors name the option.
Result<WebAddress> web_address_of(const std::string& where);

/// "host:port" as a browser writes it; port 80 is left out, IPv6 stands in brackets.
std::string written(const std::string& host, int port);

/// True when a request's Host names this address, whole. On loopback its three names; on every address the port must be right.
bool host_fits(const WebAddress& address, std::string_view host);

/// True when Origin is absent or the page's own: "http://" and the Host, whole.
bool origin_fits(std::string_view origin, std::string_view host);

/// Equal, in a time that does not tell how much of it is.
bool equal_in_constant_time(std::string_view a, std::string_view b);

/// The address that others in the house can use: the first that is not loopback where all are served.
std::string reachable_host(const WebAddress& address);

}  // namespace polemarch::assistant
