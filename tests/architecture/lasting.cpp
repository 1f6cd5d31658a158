/// Variables that outlive a call: static ones and those of a namespace. Where they can be changed, a second battle would know the first.
#include <cstddef>
#include <set>

#include "tests/architecture/bans.hpp"

namespace polemarch::architecture {
namespace {

using Tokens = std::vector<Token>;

bool is_any(const std::string& text, const std::set<std::string>& words) { return words.contains(text); }

/// What a declaration says before its name ends: up to "=", "(", "{" or ";", words between < and > left out.
struct Head {
  std::vector<std::string> words;
  std::string end;        ///< the sign it ends with
  std::size_t after = 0;  ///< of that sign
};
Head head_at(const Tokens& tokens, std::size_t i) {
  Head head;
  int angles = 0;
  for (; i < tokens.size(); ++i) {
    const std::string& text = tokens[i].text;
    if (text == "<") {
      ++angles;
    } else if (text == ">") {
      --angles;
    } else if (angles > 0 && text != ";") {
      continue;
    } else if (is_any(text, {"=", "(", "{", ";", "[", "}"})) {
      if (text == "[" && i + 1 < tokens.size() && tokens[i + 1].text == "[") {  // an attribute
        while (i < tokens.size() && tokens[i].text != "]") ++i;
        ++i;
        continue;
      }
      head.end = text;
      break;
    } else {
      head.words.push_back(text);
    }
  }
  head.after = i;
  return head;
}

bool may_change(const Head& head) {
  if (is_any(head.end, {"(", "}", ""})) return false;  // a function
  bool fixed = false;                                  // of a pointer its last * counts: const behind it, or nothing
  for (const std::string& word : head.words) {
    if (is_any(word, {"constexpr", "consteval", "operator", "using", "typedef", "thread_local", "friend", "static_assert", "extern"}))
      return false;
    if (word == "const") fixed = true;
    if (word == "*") fixed = false;
  }
  return !fixed && head.words.size() > 1;
}

/// Behind the statement or the body that begins at i.
std::size_t end_of_statement(const Tokens& tokens, std::size_t i) {
  int depth = 0;
  bool function = false, assigned = false;
  for (; i < tokens.size(); ++i) {
    const std::string& text = tokens[i].text;
    if (depth == 0 && text == ";") return i + 1;
    if (depth == 0 && text == "}") return i;  // of the namespace
    if (depth == 0 && text == "=") assigned = true;
    if (depth == 0 && text == "(") function = !assigned;
    depth += is_any(text, {"(", "{", "["}) ? 1 : is_any(text, {")", "}", "]"}) ? -1 : 0;
    if (depth == 0 && text == "}" && function) return i + 1;
  }
  return i;
}

}  // namespace

std::vector<Violation> lasting_variables(const std::string& path, const std::vector<CodeLine>& lines) {
  static const std::set<std::string> types{"struct", "class", "enum", "union", "concept", "template", "using", "typedef"};
  std::vector<Violation> found;
  Tokens tokens;
  for (const CodeLine& line : lines)
    if (!line.directive)
      for (Token& token : tokens_of(line)) tokens.push_back(std::move(token));
  const auto tell = [&](std::size_t i) { found.push_back({path, tokens[i].line, kLasting}); };
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].text == "static" && may_change(head_at(tokens, i))) tell(i);
  for (std::size_t i = 0; i < tokens.size();) {  // what stands in a namespace
    const std::string& text = tokens[i].text;
    if (text == ";" || text == "}") {
      ++i;
    } else if (text == "namespace" || (text == "inline" && i + 1 < tokens.size() && tokens[i + 1].text == "namespace")) {
      while (i < tokens.size() && tokens[i].text != "{" && tokens[i].text != ";") ++i;
      ++i;
    } else {
      const Head head = head_at(tokens, i);
      bool variable = tokens[i].word && may_change(head);
      for (const std::string& word : head.words) variable = variable && !types.contains(word) && word != "static";
      if (variable) tell(i);
      const std::size_t next = end_of_statement(tokens, i);
      i = next > i ? next : i + 1;
    }
  }
  return found;
}

}  // namespace polemarch::architecture
