#include "tests/architecture/rule_tags.hpp"

#include <algorithm>
#include <iterator>
#include <regex>

namespace polemarch::architecture {

std::vector<OverTagged> over_tagged(const std::string& text) {
  static const std::regex kTest(R"(TEST_CASE(?:_METHOD)?\()"), kRuleTag(R"(\[[A-Z]{2,3}-[A-Z0-9]+-[A-Z]?[0-9]+[a-z]?\])");
  std::vector<OverTagged> out;
  for (auto test = std::sregex_iterator(text.begin(), text.end(), kTest); test != std::sregex_iterator(); ++test) {
    // The strings up to the closing parenthesis: the name, then the tags.
    std::string said;
    std::size_t at = static_cast<std::size_t>(test->position()) + static_cast<std::size_t>(test->length());
    for (bool inside = false; at < text.size() && (inside || text[at] != ')'); ++at) {
      if (inside && text[at] == '\\') {
        ++at;
      } else if (text[at] == '"') {
        inside = !inside;
      } else if (inside) {
        said += text[at];
      }
    }
    const auto tags = static_cast<int>(std::distance(std::sregex_iterator(said.begin(), said.end(), kRuleTag), std::sregex_iterator()));
    if (tags <= kMostRuleTags) continue;
    const auto line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + test->position(), '\n'));
    out.push_back({said.substr(0, said.find('[')), line, tags});
  }
  return out;
}

}  // namespace polemarch::architecture
