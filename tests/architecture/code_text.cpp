#include "tests/architecture/code_text.hpp"

#include <cctype>
#include <cstddef>

namespace polemarch::architecture {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::vector<CodeLine> read() {
    lines_.push_back({1, {}, {}, false});
    while (at_ < text_.size()) step();
    return std::move(lines_);
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char after() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }
  CodeLine& line() { return lines_.back(); }

  /// A backslash before a line break joins two lines, in the middle of a word too.
  bool spliced() {
    if (here() != '\\' || after() != '\n') return false;
    at_ += 2, ++number_;
    return true;
  }
  void break_line() {
    ++at_, ++number_;
    lines_.push_back({number_, {}, {}, false});
  }
  void take() {
    if (line().code.find_first_not_of(" \t") == std::string::npos && here() == '#') line().directive = true;
    line().code += text_[at_++];
  }
  /// Nothing but blanks since the last string: the compiler joins the two.
  void begin_string() {
    const bool joined = !line().code.empty() && line().code.find_last_not_of(" \t") != std::string::npos &&
                        line().code[line().code.find_last_not_of(" \t")] == '"';
    if (!line().strings.empty() && !joined) line().strings += '\n';
  }
  bool in_include() const {
    const std::string& code = lines_.back().code;
    return lines_.back().directive && code.find("inc") != std::string::npos;
  }

  void step() {
    if (spliced()) return;
    if (here() == '\n') return break_line();
    if (here() == '/' && after() == '/') return skip_line();
    if (here() == '/' && after() == '*') return skip_block();
    if (here() == '"' && in_include()) return take();
    if (here() == '"') return raw() ? read_raw() : read_string('"');
    const bool digit_before = !line().code.empty() && std::isalnum(static_cast<unsigned char>(line().code.back())) != 0;  // 1'000
    if (here() == '\'' && !digit_before) return read_string('\'');
    take();
  }
  bool raw() const {
    const std::string& code = lines_.back().code;
    return !code.empty() && code.back() == 'R' &&
           (code.size() == 1 || (std::isalnum(static_cast<unsigned char>(code[code.size() - 2])) == 0 && code[code.size() - 2] != '_') ||
            code.ends_with("u8R") || code.ends_with("uR") || code.ends_with("UR") || code.ends_with("LR"));
  }
  void skip_line() {
    while (at_ < text_.size() && here() != '\n')
      if (!spliced()) ++at_;
  }
  void skip_block() {
    at_ += 2;
    // A comment over several lines does not end a directive: it goes on behind the comment.
    const bool inside = line().directive;
    while (at_ < text_.size() && !(here() == '*' && after() == '/')) {
      if (here() == '\n' && inside) ++number_;
      here() == '\n' && !inside ? break_line() : void(++at_);
    }
    at_ += 2;
  }
  void read_string(char quote) {
    if (quote == '"') begin_string();
    line().code += quote;
    ++at_;
    while (at_ < text_.size() && here() != quote && here() != '\n') {
      if (spliced()) continue;
      if (here() == '\\') ++at_;
      if (at_ < text_.size() && quote == '"') line().strings += here();
      ++at_;
    }
    if (here() != quote) return;
    line().code += quote;
    ++at_;
  }
  void read_raw() {
    line().code.pop_back();
    begin_string();
    line().code += '"';
    const std::size_t open = text_.find('(', ++at_);
    if (open == std::string::npos) return;
    const std::string end = ")" + text_.substr(at_, open - at_) + "\"";
    std::size_t close = text_.find(end, open);
    if (close == std::string::npos) close = text_.size();
    const std::size_t first = lines_.size() - 1;
    for (at_ = open + 1; at_ < close;) {
      lines_[first].strings += here();
      here() == '\n' ? break_line() : void(++at_);
    }
    at_ = close + end.size();
    line().code += '"';
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int number_ = 1;
  std::vector<CodeLine> lines_;
};

}  // namespace

std::vector<CodeLine> code_lines(const std::string& text) { return Reader(text).read(); }

std::vector<Token> tokens_of(const CodeLine& line) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<Token> tokens;
  const std::string& code = line.code;
  for (std::size_t at = 0; at < code.size();) {
    std::size_t end = at + 1;
    if (in_word(code[at])) {
      while (end < code.size() && in_word(code[end])) ++end;
      tokens.push_back({code.substr(at, end - at), line.number, true});
    } else if (std::isspace(static_cast<unsigned char>(code[at])) == 0) {
      const std::string two = code.substr(at, 2);
      if (two == "::" || two == "->") end = at + 2;
      tokens.push_back({code.substr(at, end - at), line.number, false});
    }
    at = end;
  }
  return tokens;
}

}  // namespace polemarch::architecture
