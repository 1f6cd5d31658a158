/// One name a thing: what rooms call by its id stands on the screen by the name its player gave it.
#include <cctype>
#include <unordered_map>

#include "assistant/present/parts.hpp"

namespace polemarch::assistant::present {

namespace {

/// Names by id, and how often each is given: a name that two units share keeps its id behind it.
class Names {
 public:
  explicit Names(const Inputs& inputs) : sides_(inputs.side_names) {
    for (const auto& [id, name] : inputs.names) {
      if (name.empty() || name == id.text) continue;
      names_[id.text] = name;
      ++given_[name];
    }
  }
  void put(std::string& text) const {
    for (const std::size_t side : {0U, 1U})  // "A: initiative"
      if (text.starts_with(side == 0 ? "A: " : "B: ")) text.replace(0, 1, sides_[side]);
    if (names_.empty()) return;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      if (!part_of_word(text[at])) {
        out += text[at++];
        continue;
      }
      std::size_t end = at;
      while (end < text.size() && part_of_word(text[end])) ++end;
      while (end > at + 1 && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
      const std::string word = text.substr(at, end - at);
      at = end;
      const auto named = names_.find(word);
      if (named == names_.end()) {
        out += word;
        continue;
      }
      const std::string& name = named->second;
      const bool alone = given_.at(name) == 1;
      const bool behind = out.ends_with(name + " (") && at < text.size() && text[at] == ')';
      std::size_t gap = 0;  // "A1 First cohort"
      while (at + gap < text.size() && text[at + gap] == ' ') ++gap;
      const bool before = gap > 0 && text.compare(at + gap, name.size(), name) == 0;
      if (behind && alone) {
        out.resize(out.size() - 2);
        ++at;
      } else if (behind || out.ends_with("(")) {
        out += word;
      } else if (before) {
        if (!alone) out += word;
        if (alone) at += gap;
      } else {
        out += alone ? name : name + " (" + word + ")";
      }
    }
    text = std::move(out);
  }

 private:
  static bool part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-'; }
  std::array<std::string, 2> sides_;
  std::unordered_map<std::string, std::string> names_;
  std::unordered_map<std::string, int> given_;
};

void put(const Names& names, std::vector<ui::RowView>& rows) {
  for (ui::RowView& row : rows) names.put(row.text);
}

void put(const Names& names, std::vector<ui::OptionView>& options) {
  for (ui::OptionView& option : options) names.put(option.text), names.put(option.detail);
}

void put(const Names& names, std::vector<ui::TextLine>& lines) {
  for (ui::TextLine& line : lines) names.put(line.text);
}

}  // namespace

void name_units(const Inputs& inputs, ui::ViewState& view) {
  const Names names(inputs);
  for (std::string* text : {&view.call, &view.now, &view.result}) names.put(*text);
  if (view.ended) names.put(view.ended->text);
  if (view.question) {
    if (view.question->text.starts_with("A: ") || view.question->text.starts_with("B: "))
      view.question->text.erase(0, 3);  // who is asked stands beside it
    names.put(view.question->text);
    put(names, view.question->options);
    if (view.question->odds) {
      names.put(view.question->odds->title);
      names.put(view.question->odds->of);
      put(names, view.question->odds->rows);
    }
  }
  put(names, view.menu);
  put(names, view.offers);
  if (view.card) {
    names.put(view.card->title);
    put(names, view.card->rows);
    for (std::string& line : view.card->follows) names.put(line);
    for (ui::ThrowView& thrown : view.card->throws) {
      names.put(thrown.text);
      put(names, thrown.rows);
    }
  }
  if (view.tip) {
    names.put(view.tip->title);
    put(names, view.tip->rows);
  }
  for (std::vector<ui::TextLine>* lines : {&view.advice, &view.further, &view.windows, &view.notices, &view.why}) put(names, *lines);
  for (ui::LogLine& line : view.log) names.put(line.text);
}

}  // namespace polemarch::assistant::present
