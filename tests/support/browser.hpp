#pragma once
/// A real Chromium without a window, told what to do over its own pipe (DevTools protocol): load a page, ask it, hear its complaints.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace polemarch::test {

class Browser {
 public:
  /// Nothing where no Chromium is installed.
  static std::optional<Browser> start();
  ~Browser();
  Browser(Browser&& other) noexcept;
  Browser& operator=(Browser&&) = delete;

  /// A new page of this size in CSS pixels, phones at twice the density; dark or light as the reader's system says.
  /// Without `scripts` the page's own do not run; ask() still answers.
  void open(const std::string& url, int width, int height, bool dark = false, bool scripts = true);
  /// What a script gives, as JSON; null where it throws.
  nlohmann::json ask(const std::string& script);
  /// Asks until the script gives true; false when it did not within `seconds`.
  bool until(const std::string& script, double seconds);
  /// Errors and warnings of the console, and exceptions, since the page was opened.
  const std::vector<std::string>& complaints() const { return complaints_; }
  /// What is read aloud: a list of {"role","name"}, without what is passed over.
  nlohmann::json accessible();
  /// The page as it is printed, as PDF.
  std::string printed();
  /// From here on the page is laid out as on paper.
  void show_as_paper();
  /// Writes what is seen.
  void picture(const std::string& path);

 private:
  Browser() = default;
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters = nlohmann::json::object());
  void hear(const nlohmann::json& message);
  int in_ = -1, out_ = -1, process_ = -1, number_ = 0;
  std::string text_, session_, target_, folder_;
  std::vector<std::string> complaints_;
};

}  // namespace polemarch::test
