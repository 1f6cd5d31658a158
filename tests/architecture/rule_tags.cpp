#include "tests/architecture/rule_tags.hpp"

#include <algorithm>
#include <iterator>
#include <regex>
#include <utility>

namespace polemarch::architecture {

namespace {

struct Said {
  std::string text;  ///< the name, then the tags
  int line = 0;
};

/// What each test of a file's text says between its parentheses.
std::vector<Said> said(const std::string& text) {
  static const std::regex kTest(R"(TEST_CASE(?:_METHOD)?\()");
  std::vector<Said> out;
  for (auto test = std::sregex_iterator(text.begin(), text.end(), kTest); test != std::sregex_iterator(); ++test) {
    Said one{"", 1 + static_cast<int>(std::count(text.begin(), text.begin() + test->position(), '\n'))};
    std::size_t at = static_cast<std::size_t>(test->position()) + static_cast<std::size_t>(test->length());
    for (bool inside = false; at < text.size() && (inside || text[at] != ')'); ++at) {
      if (inside && text[at] == '\\') {
        ++at;
      } else if (text[at] == '"') {
        inside = !inside;
      } else if (inside) {
        one.text += text[at];
      }
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::string name_of(const Said& test) { return test.text.substr(0, test.text.find('[')); }

}  // namespace

std::vector<OverTagged> over_tagged(const std::string& text) {
  static const std::regex kRuleTag(R"(\[[A-Z]{2,3}-[A-Z0-9]+-[A-Z]?[0-9]+[a-z]?\])");
  std::vector<OverTagged> out;
  for (const Said& test : said(text)) {
    const auto tags =
        static_cast<int>(std::distance(std::sregex_iterator(test.text.begin(), test.text.end(), kRuleTag), std::sregex_iterator()));
    if (tags > kMostRuleTags) out.push_back({name_of(test), test.line, tags});
  }
  return out;
}

std::vector<std::string> torn_names(const std::string& text) {
  std::vector<std::string> out;
  for (const Said& test : said(text))
    if (name_of(test).find(';') != std::string::npos) out.push_back(name_of(test));
  return out;
}

}  // namespace polemarch::architecture
