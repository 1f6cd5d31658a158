#include "assistant/report/html.hpp"

#include <cmath>
#include <cstdio>

namespace polemarch::assistant::report {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n') out += c;
    }
  }
  return out;
}

std::string fixed(double value, int places) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", places, value);
  std::string out = text;
  if (out.starts_with("-") && out.find_first_not_of("-0.") == std::string::npos) out.erase(0, 1);
  return out;
}

std::string element(std::string_view tag, std::string_view attributes, std::string_view inner) {
  std::string out = "<" + std::string(tag);
  if (!attributes.empty()) out += " " + std::string(attributes);
  return out + ">" + std::string(inner) + "</" + std::string(tag) + ">";
}

std::string whole(double value) { return std::to_string(std::lround(value)); }
std::string pair(double x, double y) { return whole(x) + " " + whole(y); }

}  // namespace polemarch::assistant::report
