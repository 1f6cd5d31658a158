#include "assistant/report/html.hpp"

#include <cstdio>

#include "engine/core/json_types.hpp"

namespace polemarch::assistant::report {

using engine::Json;

namespace {

constexpr const char* kStyle = R"(
body{font:18px/1.45 "DejaVu Sans",Verdana,sans-serif;max-width:1000px;margin:2em auto;padding:0 1em;color:#111;background:#fff}
h1{margin-bottom:.1em} h2{margin-top:2em;border-bottom:3px solid #0072B2} svg{max-width:100%;height:auto;border:1px solid #999}
table{border-collapse:collapse;width:100%;font-size:15px} td,th{border-bottom:1px solid #ccc;padding:.3em .5em;text-align:left;vertical-align:top}
tr.refused td{background:repeating-linear-gradient(45deg,#fff,#fff 6px,#f3e9e2 6px,#f3e9e2 9px)} tr.ruled td{border-left:4px solid #E69F00}
tr.too_close td{background:#f7f3d6} .rule{font-family:monospace;background:#eee;padding:0 .3em} .told{color:#333} .quiet{color:#555}
@media print{svg{page-break-inside:avoid}}
)";

std::string clock_text(double t) {
  const int seconds = static_cast<int>(t);
  char text[24];
  std::snprintf(text, sizeof text, "%d:%02d", seconds / 60, seconds % 60);
  return text;
}

std::string command_words(const Json& command) {
  std::string words = command.value("do", "sealed");
  if (command.contains("unit") && command["unit"].is_string()) words += " " + command["unit"].get<std::string>();
  return words;
}

std::string ruling_words(const std::string& ruling) {
  if (ruling == "allowed") return "allowed";
  return ruling == "refused" ? "&#10007; refused" : "? too close to call";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string listed(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + escaped(item);
  return out;
}

std::string ruling_row(const LogLine& line, const std::vector<std::string>& told) {
  const Json verdict = Json::parse(line.verdict);
  const std::string ruling = verdict.value("verdict", "");
  std::string html = "<tr class=\"" + escaped(ruling) + (line.ruled ? " ruled" : "") + "\"><td>" + std::to_string(line.seq) + "</td><td>" +
                     clock_text(line.t) + "</td><td>" + escaped(line.by) + "</td><td><code>" +
                     escaped(command_words(Json::parse(line.command))) + "</code></td><td>" + ruling_words(ruling) +
                     (line.ruled ? "<br><strong>ruled by the players</strong>" : "") + "</td><td>";
  const Json reasons = verdict.value("reasons", Json::array());
  if (reasons.is_object()) html += "<div>sealed</div>";  // the other side may not know them before the keys are opened
  for (const Json& reason : reasons.is_array() ? reasons : Json::array()) {
    const std::string rule = reason.value("rule", "");
    html +=
        "<div>" + (rule.empty() ? "" : "<span class=\"rule\">" + escaped(rule) + "</span> ") + escaped(reason.value("text", "")) + "</div>";
  }
  for (const std::string& text : told)
    if (!text.empty()) html += "<div class=\"told\">" + escaped(text) + "</div>";
  return html + "</td></tr>\n";
}

std::string page_head(const std::string& title) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>" +
         escaped(title) + "</title><style>" + kStyle + "</style></head><body>\n";
}

}  // namespace polemarch::assistant::report
