#include "assistant/cli/argument_words.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include "models/nearest_word.hpp"

namespace polemarch::assistant {
namespace {

/// The options and words that the library found nothing for.
std::vector<std::string> left_over(const CLI::App& program) {
  std::vector<std::string> left = program.remaining(true);
  std::stable_partition(left.begin(), left.end(), [](const std::string& word) { return word.starts_with('-'); });
  return left;
}

/// What is said of an argument that nobody expects: the nearest option of its verb, or that it is one word too many.
std::string unexpected(const CLI::App& verb, const std::string& argument) {
  const std::string word = argument.substr(0, argument.find('='));
  if (!word.starts_with('-')) return in_quotes(word) + " is one word too many";
  std::vector<std::string> options;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  const std::string shown = in_quotes(word);
  return "there is no option " + shown.substr(1, shown.size() - 2) + "; " + meant_instead_of(word, options);
}

/// The library's sentence about a value, in ours; as it is where it has ours.
std::string about_value(const CLI::App& verb, const std::string& said) {
  const auto between_words = [&](const std::string& from, const std::string& to) -> std::optional<std::string> {
    const auto at = said.find(from);
    const auto end = at == std::string::npos ? at : said.find(to, at + from.size());
    if (end == std::string::npos) return std::nullopt;
    return said.substr(at + from.size(), end - at - from.size());
  };
  const std::string option = said.substr(0, said.find(": "));
  if (const auto name = between_words("Could not convert: ", " = ")) {
    const CLI::Option* wrong = verb.get_option_no_throw(*name);
    const std::string value = said.substr(said.find(" = ") + 3), kind = wrong == nullptr ? "" : wrong->get_type_name();
    return *name + " " + value + ": expected a " + (kind.starts_with("INT") ? "whole number" : "number");
  }
  if (const auto end = said.find(" was given a disallowed flag override"); end != std::string::npos)
    return "--" + said.substr(0, end) + ": takes no value";
  if (said.find(" but received ") != std::string::npos) return option + ": is given more than once";
  if (between_words(" required ", " missing")) return option + ": expected a word behind it";
  if (const auto value = between_words("Value ", " not in range"))
    return option + " " + *value + ": expected a whole number from " + said.substr(said.find(" not in range ") + 14);
  if (const auto words = between_words(" not in {", "}")) {
    std::vector<std::string> known;
    std::istringstream list(*words);
    for (std::string word; std::getline(list, word, ',');) known.push_back(word);
    const std::string value = said.substr(option.size() + 2, said.find(" not in {") - option.size() - 2);
    return option + " " + value + ": " + meant_instead_of(value, known);
  }
  return said;
}

}  // namespace

std::string words_about(const CLI::App& program, const CLI::App& verb, const CLI::Error& error) {
  const auto left = left_over(program);
  return left.empty() ? about_value(verb, error.what()) : unexpected(verb, left.front());
}

}  // namespace polemarch::assistant
