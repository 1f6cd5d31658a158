#include "assistant/bus/web_address.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sodium.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>

namespace polemarch::assistant {
namespace {

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

void judge(WebAddress& address) {
  if (address.where.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address.where, sizeof v4);
    const std::uint32_t ip = ntohl(v4.sin_addr.s_addr);
    address.loopback = (ip >> 24) == 127;
    address.every = ip == INADDR_ANY;
  } else if (address.where.ss_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address.where, sizeof v6);
    address.loopback = IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
    address.every = IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr);
  }
}

}  // namespace

Result<WebAddress> web_address_of(const std::string& where) {
  const InputError wrong{"--spectate " + where + ": expected a port such as 8090, or ADDRESS:PORT"};
  WebAddress out;
  const auto colon = where.rfind(':');
  out.host = colon == std::string::npos ? "127.0.0.1" : where.substr(0, colon);
  const std::string port = colon == std::string::npos ? where : where.substr(colon + 1);
  if (out.host.size() > 2 && out.host.front() == '[' && out.host.back() == ']') out.host = out.host.substr(1, out.host.size() - 2);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), out.port);
  if (error != std::errc() || end != port.data() + port.size() || out.port < 0 || out.port > 65535) return wrong;
  if (out.host.empty()) return wrong;
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  if (::getaddrinfo(out.host.c_str(), port.c_str(), &hints, &found) != 0 || found == nullptr)
    return InputError{"--spectate " + where + ": " + out.host + " is no address of this computer"};
  std::memcpy(&out.where, found->ai_addr, found->ai_addrlen);
  out.size = found->ai_addrlen;
  ::freeaddrinfo(found);
  judge(out);
  return out;
}

std::string written(const std::string& host, int port) {
  const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == 80 ? name : name + ":" + std::to_string(port);
}

bool host_fits(const WebAddress& address, std::string_view host) {
  if (address.every) {
    const std::string end = written("", address.port);
    return end.empty() ? !host.empty() && host.back() != ':' : host.size() > end.size() && host.ends_with(end);
  }
  if (same_name(host, written(address.host, address.port))) return true;
  if (!address.loopback) return false;
  return same_name(host, written("127.0.0.1", address.port)) || same_name(host, written("localhost", address.port)) ||
         same_name(host, written("::1", address.port));
}

bool origin_fits(std::string_view origin, std::string_view host) {
  return origin.empty() || same_name(origin, "http://" + std::string(host));
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string reachable_host(const WebAddress& address) {
  if (!address.every) return address.host;
  std::string out = address.host;
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return out;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    sockaddr_in v4{};
    std::memcpy(&v4, one->ifa_addr, sizeof v4);
    char text[INET_ADDRSTRLEN] = {};
    if ((ntohl(v4.sin_addr.s_addr) >> 24) == 127 || ::inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text) == nullptr) continue;
    out = text;
    break;
  }
  ::freeifaddrs(all);
  return out;
}

}  // namespace polemarch::assistant
