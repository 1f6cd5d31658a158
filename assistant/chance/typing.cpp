#include "assistant/chance/typing.hpp"

#include <algorithm>
#include <cstdlib>

namespace polemarch::assistant::chance {

namespace {
bool is_digit(const std::string& key) { return key.size() == 1 && key[0] >= '0' && key[0] <= '9'; }
std::string things(const engine::ChanceSpec& wanted, int count) {
  const bool dice = wanted.source == "dice";
  if (count == 1) return dice ? "1 die" : "1 card";
  return std::to_string(count) + (dice ? " dice" : " cards");
}
}  // namespace

std::optional<int> Typing::value_of(const std::string& key) const {
  const bool pack = wanted_.highest == 13 || wanted_.highest == 14;  // court cards stand in it
  if (key == "a" && (pack || wanted_.highest == 10)) return 1;
  if (key == "j" && pack) return 11;
  if (key == "q" && pack) return 12;
  if (key == "k" && pack) return 13;
  if (!is_digit(key)) return std::nullopt;
  if (key == "0" && wanted_.lowest > 0) return 10;
  return key[0] - '0';
}

void Typing::refuse_value() {
  complaint_ = (wanted_.source == "dice" ? "a die shows " : "a card shows ") + std::to_string(wanted_.lowest) + " to " +
               std::to_string(wanted_.highest);
}

std::optional<std::vector<int>> Typing::press(const std::string& key) {
  complaint_.clear();
  if (key == "Escape") {
    numbers_.clear();
    open_.clear();
    by_face_ = false;
    return std::nullopt;
  }
  if (key == "Backspace") {
    if (!open_.empty()) {
      open_.pop_back();
    } else if (!numbers_.empty()) {
      numbers_.pop_back();
    } else {
      by_face_ = false;
    }
    return std::nullopt;
  }
  if (key == ".") {
    if (numbers_.empty() && open_.empty() && wanted_.count > 1) by_face_ = !by_face_;
    return std::nullopt;
  }
  if (key == "Space" && one_of_ten()) return open_.empty() ? std::nullopt : finish();
  if (key == "Space") {
    if (!open_.empty()) numbers_.push_back(std::exchange(open_, {}));
    return std::nullopt;
  }
  if (key == "Enter") return finish();
  if (by_face_ || (wide() && is_digit(key))) {
    if (is_digit(key) && open_.size() < 4) open_ += key;
    if (!by_face_ && open_ == "0" && wanted_.lowest == 0) return add(0);  // no number goes on after it: a card face down is one key
    return std::nullopt;
  }
  if (one_of_ten() && open_ == "1" && is_digit(key)) {
    if (key == "0") return add(10);
    refuse_value();
    return std::nullopt;
  }
  if (one_of_ten() && key == "1") {  // a ten may follow
    open_ = key;
    return std::nullopt;
  }
  const auto value = value_of(key);
  if (!value) return std::nullopt;
  if (*value < wanted_.lowest || *value > wanted_.highest) {
    refuse_value();
    return std::nullopt;
  }
  return add(*value);
}

std::optional<std::vector<int>> Typing::add(int value) {
  complaint_.clear();
  open_.clear();
  if (static_cast<int>(numbers_.size()) >= wanted_.count) {
    complaint_ = things(wanted_, wanted_.count) + " only: Enter, or Backspace to mend";
    return std::nullopt;
  }
  numbers_.push_back(std::to_string(value));
  if (wanted_.count == 1) return finish();  // one die or card is one key
  return std::nullopt;
}

std::optional<std::vector<int>> Typing::finish() {
  if (!open_.empty()) numbers_.push_back(std::exchange(open_, {}));
  if (by_face_) return finish_counts();
  std::vector<int> values;
  for (const std::string& number : numbers_) values.push_back(std::atoi(number.c_str()));
  if (std::any_of(values.begin(), values.end(), [&](int value) { return value < wanted_.lowest || value > wanted_.highest; })) {
    refuse_value();
    return std::nullopt;
  }
  if (static_cast<int>(values.size()) != wanted_.count) {
    complaint_ = std::to_string(values.size()) + " of " + things(wanted_, wanted_.count) + " typed";
    return std::nullopt;
  }
  return values;
}

std::optional<std::vector<int>> Typing::finish_counts() {
  std::vector<int> values;
  const int faces = wanted_.highest - wanted_.lowest + 1;
  if (static_cast<int>(numbers_.size()) > faces) {
    complaint_ = "there are " + std::to_string(faces) + " faces only";
    return std::nullopt;
  }
  int total = 0;
  for (const std::string& number : numbers_) total += std::atoi(number.c_str());
  if (total != wanted_.count) {
    complaint_ = "that makes " + std::to_string(total) + ", there are " + things(wanted_, wanted_.count);
    return std::nullopt;
  }
  for (std::size_t i = 0; i < numbers_.size(); ++i)
    values.insert(values.end(), static_cast<std::size_t>(std::atoi(numbers_[i].c_str())), wanted_.lowest + static_cast<int>(i));
  return values;
}

std::string Typing::text() const {
  std::string out;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (!out.empty()) out += "  ";
    if (by_face_) out += std::to_string(wanted_.lowest + static_cast<int>(i)) + "s:";
    out += numbers_[i];
  }
  if (by_face_ && open_.empty()) {
    out += (out.empty() ? "" : "  ") + std::to_string(wanted_.lowest + static_cast<int>(numbers_.size())) + "s:";
  } else if (!open_.empty()) {
    out += out.empty() ? "" : "  ";
    if (by_face_) out += std::to_string(wanted_.lowest + static_cast<int>(numbers_.size())) + "s:";
    out += open_;
  }
  return out;
}

}  // namespace polemarch::assistant::chance
