#include "models/io/json_text.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace polemarch::io {

nlohmann::json parsed(std::string_view text) { return nlohmann::json::parse(text); }

nlohmann::json parsed_or_discarded(std::string_view text) { return nlohmann::json::parse(text, nullptr, false); }

namespace {

/// Hears of a text's keys and keeps those of the objects that are open.
class KeysHeard : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::optional<std::string> twice;

  bool start_object(std::size_t) override {
    open_.emplace_back();
    return true;
  }
  bool key(string_t& name) override {
    if (!open_.back().insert(name).second) twice = name;
    return !twice;
  }
  bool end_object() override {
    open_.pop_back();
    return true;
  }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

 private:
  std::vector<std::set<std::string>> open_;
};

}  // namespace

std::optional<std::string> key_twice(std::string_view text) {
  KeysHeard heard;
  static_cast<void>(nlohmann::json::sax_parse(text, &heard));
  return heard.twice;
}

}  // namespace polemarch::io
