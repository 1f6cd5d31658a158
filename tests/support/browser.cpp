#include "tests/support/browser.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace polemarch::test {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

std::string unpacked_base64(const std::string& text) {
  std::string out;
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    const auto digit = std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").find(c);
    if (digit == std::string::npos) break;
    bits = bits << 6 | static_cast<unsigned>(digit);
    if ((held += 6) < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> held & 0xFF);
  }
  return out;
}

}  // namespace

std::optional<Browser> Browser::start() {
  std::string program;
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
    if (program.empty() && ::access(path, X_OK) == 0) program = path;
  if (program.empty()) return std::nullopt;
  Browser out;
  out.folder_ = (std::filesystem::temp_directory_path() / ("polemarch_browser_" + std::to_string(::getpid()))).string();
  std::array<int, 2> to{}, from{};
  if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0) return std::nullopt;
  const std::string profile = "--user-data-dir=" + out.folder_;
  out.process_ = ::fork();
  if (out.process_ == 0) {
    ::setpgid(0, 0);
    const int quiet = ::open("/dev/null", O_RDWR);
    const int read = ::fcntl(to[0], F_DUPFD, 10), write = ::fcntl(from[1], F_DUPFD, 10);
    for (const int fd : {0, 1, 2}) ::dup2(quiet, fd);
    ::dup2(read, 3);  // the browser listens at 3 and speaks at 4
    ::dup2(write, 4);
    ::execl(program.c_str(), program.c_str(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-extensions",
            "--remote-debugging-pipe", profile.c_str(), "about:blank", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(to[0]);
  ::close(from[1]);
  out.in_ = to[1];
  out.out_ = from[0];
  return out;
}

Browser::Browser(Browser&& other) noexcept
    : in_(std::exchange(other.in_, -1)),
      out_(std::exchange(other.out_, -1)),
      process_(std::exchange(other.process_, -1)),
      number_(other.number_),
      text_(std::move(other.text_)),
      session_(std::move(other.session_)),
      target_(std::move(other.target_)),
      folder_(std::exchange(other.folder_, {})),
      complaints_(std::move(other.complaints_)) {}

Browser::~Browser() {
  if (process_ <= 0) return;
  ::close(in_);
  ::close(out_);
  ::kill(-process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  std::error_code left;
  for (int i = 0; i < 20; ++i) {  // its helpers go a moment later
    std::filesystem::remove_all(folder_, left);
    if (!left) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

void Browser::hear(const Json& message) {
  if (message.value("sessionId", "") != session_) return;  // a page that is gone
  const std::string method = message.value("method", "");
  if (method == "Runtime.exceptionThrown") complaints_.push_back(message["params"]["exceptionDetails"].dump());
  if (method == "Log.entryAdded" && message["params"]["entry"].value("level", "") != "verbose")
    complaints_.push_back(message["params"]["entry"].dump());
  if (method == "Runtime.consoleAPICalled" && (message["params"]["type"] == "error" || message["params"]["type"] == "warning"))
    complaints_.push_back(message["params"]["args"].dump());
}

Json Browser::call(const std::string& method, const Json& parameters) {
  Json message{{"id", ++number_}, {"method", method}, {"params", parameters}};
  if (!session_.empty()) message["sessionId"] = session_;
  const std::string bytes = message.dump();
  if (::write(in_, bytes.c_str(), bytes.size() + 1) < 0) return {};
  const auto give_up = Clock::now() + std::chrono::seconds(60);
  while (Clock::now() < give_up) {
    const auto end = text_.find('\0');
    if (end != std::string::npos) {
      const Json answer = Json::parse(text_.substr(0, end), nullptr, false);
      text_.erase(0, end + 1);
      if (answer.is_discarded()) continue;
      if (answer.value("id", 0) == number_) return answer.value("result", Json::object());
      hear(answer);
      continue;
    }
    pollfd ready{out_, POLLIN, 0};
    if (::poll(&ready, 1, 1000) <= 0) continue;
    std::array<char, 65536> buffer{};
    const ssize_t n = ::read(out_, buffer.data(), buffer.size());
    if (n <= 0) return {};
    text_.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return {};
}

void Browser::open(const std::string& url, int width, int height, bool dark, bool scripts) {
  session_.clear();
  if (!target_.empty()) call("Target.closeTarget", {{"targetId", target_}});
  complaints_.clear();
  target_ = call("Target.createTarget", {{"url", "about:blank"}}).value("targetId", "");
  session_ = call("Target.attachToTarget", {{"targetId", target_}, {"flatten", true}}).value("sessionId", "");
  for (const char* part : {"Runtime.enable", "Log.enable", "Page.enable"}) call(part);
  const bool phone = width < 600;
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", phone ? 2 : 1}, {"mobile", phone}});
  call("Emulation.setEmulatedMedia", {{"features", Json::array({{{"name", "prefers-color-scheme"}, {"value", dark ? "dark" : "light"}}})}});
  call("Emulation.setScriptExecutionDisabled", {{"value", !scripts}});
  call("Page.navigate", {{"url", url}});
}

Json Browser::ask(const std::string& script) {
  const Json answer = call("Runtime.evaluate", {{"expression", script}, {"returnByValue", true}, {"awaitPromise", true}});
  if (!answer.is_object() || answer.contains("exceptionDetails") || !answer.contains("result")) return {};
  return answer["result"].value("value", Json());
}

bool Browser::until(const std::string& script, double seconds) {
  const auto start = Clock::now();
  do {
    if (ask(script) == true) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  } while (std::chrono::duration<double>(Clock::now() - start).count() < seconds);
  return false;
}

Json Browser::accessible() {
  call("Accessibility.enable");
  Json out = Json::array();
  for (const Json& node : call("Accessibility.getFullAXTree").value("nodes", Json::array())) {
    if (node.value("ignored", false)) continue;
    const auto said = [&](const char* field) { return node.contains(field) ? node[field].value("value", Json("")) : Json(""); };
    const Json role = said("role"), name = said("name");
    out.push_back({{"role", role.is_string() ? role : Json("")}, {"name", name.is_string() ? name : Json("")}});
  }
  return out;
}

std::string Browser::printed() {
  return unpacked_base64(call("Page.printToPDF", {{"preferCSSPageSize", true}, {"printBackground", true}}).value("data", ""));
}

void Browser::show_as_paper() {
  // Of a reader whose screen is dark: paper is light all the same.
  call("Emulation.setEmulatedMedia",
       {{"media", "print"}, {"features", Json::array({{{"name", "prefers-color-scheme"}, {"value", "dark"}}})}});
}

void Browser::picture(const std::string& path) {
  const Json shot = call("Page.captureScreenshot", {{"format", "png"}});
  std::ofstream(path, std::ios::binary) << unpacked_base64(shot.value("data", ""));
}

}  // namespace polemarch::test
