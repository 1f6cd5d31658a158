#include "ui/panels.hpp"

#include <imgui.h>

#include <algorithm>

#include "ui/keys.hpp"
#include "ui/palette.hpp"

namespace polemarch::ui {

namespace {

const ImVec4 kPaper{0.95F, 0.94F, 0.91F, 1.0F};
const ImVec4 kDim{0.68F, 0.71F, 0.74F, 1.0F};

ImVec4 vec(Tone tone) {
  const Colour c = colour_of(tone, Ground::Black);
  return {static_cast<float>(c.r) / 255.0F, static_cast<float>(c.g) / 255.0F, static_cast<float>(c.b) / 255.0F, 1.0F};
}

void text(const std::string& line, ImVec4 colour = kPaper) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushTextWrapPos(0.0F);
  ImGui::TextUnformatted(line.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void heading(const char* line, const Fonts& fonts) {
  ImGui::Dummy({0, 6});
  ImGui::PushFont(fonts.small);
  text(line, kDim);
  ImGui::PopFont();
}

/// A coloured bar, the line, and its rule id dim behind it.
void marked_line(const TextLine& line, const Fonts& fonts) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float high = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + 5, at.y + high}, ImGui::GetColorU32(vec(line.tone)));
  ImGui::Indent(14);
  text(line.text);
  if (!line.rule.empty()) {
    ImGui::PushFont(fonts.small);
    text(line.rule, kDim);
    ImGui::PopFont();
  }
  ImGui::Unindent(14);
}

/// A row that can be clicked: number or key, text, detail underneath.
void option_row(const OptionView& option, int number, const Fonts& fonts, std::vector<Intent>& wishes) {
  ImGui::PushID(number);
  const std::string label = (option.picked ? "x " : "") + option.key + "   " + option.text;
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 size = ImGui::CalcTextSize(label.c_str(), nullptr, false, width);
  const ImVec2 at = ImGui::GetCursorPos();
  if (ImGui::Selectable("##pick", false, 0, {width, size.y}) && option.allowed) wishes.push_back(option.intent);
  ImGui::SetCursorPos(at);
  text(label, option.allowed ? kPaper : kDim);
  if (!option.detail.empty()) {
    ImGui::Indent(28);
    ImGui::PushFont(fonts.small);
    text(option.detail, kDim);
    ImGui::PopFont();
    ImGui::Unindent(28);
  }
  ImGui::PopID();
}

std::string as_dots(std::string typed) {
  for (char& c : typed)
    if (c != ' ') c = '*';
  return typed;
}

void draw_question(const QuestionView& question, const Fonts& fonts, std::vector<Intent>& wishes) {
  ImGui::Dummy({0, 4});
  const ImVec2 top = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  list.ChannelsSplit(2);  // the card is drawn behind once its height is known
  list.ChannelsSetCurrent(1);
  ImGui::Dummy({0, 4});
  ImGui::Indent(16);
  text(question.who, vec(Tone::Selected));
  ImGui::PushFont(fonts.heading);
  text(question.text);
  ImGui::PopFont();
  if (!question.rule.empty()) {
    ImGui::PushFont(fonts.small);
    text(question.rule, kDim);
    ImGui::PopFont();
  }
  int number = 1;
  for (const OptionView& option : question.options) option_row(option, number++, fonts, wishes);
  if (question.takes_values || question.takes_text || !question.typed.empty()) {
    ImGui::PushFont(fonts.heading);
    text("> " + (question.sealed ? as_dots(question.typed) : question.typed) + "_", vec(Tone::Selected));
    ImGui::PopFont();
  }
  if (!question.hint.empty()) {
    ImGui::PushFont(fonts.small);
    text(question.hint, kDim);
    ImGui::PopFont();
  }
  ImGui::Unindent(16);
  ImGui::Dummy({0, 4});
  const float bottom = ImGui::GetCursorScreenPos().y;
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(top, {top.x + width, bottom}, IM_COL32(0x2B, 0x31, 0x38, 255), 6);
  list.AddRectFilled(top, {top.x + 6, bottom}, ImGui::GetColorU32(vec(Tone::Selected)), 3);
  list.ChannelsMerge();
}

void draw_lines(const char* title, const std::vector<TextLine>& lines, const Fonts& fonts) {
  if (lines.empty()) return;
  heading(title, fonts);
  for (const TextLine& line : lines) marked_line(line, fonts);
}

void draw_selection(const ViewState& view, const Fonts& fonts, std::vector<Intent>& wishes) {
  if (view.selected.empty()) return;
  ImGui::Dummy({0, 6});
  ImGui::PushFont(fonts.heading);
  text(view.selected_title, vec(Tone::Selected));
  ImGui::PopFont();
  for (const TextLine& line : view.advice) marked_line(line, fonts);
  int number = 1;
  for (const OptionView& offer : view.offers) option_row(offer, number++, fonts, wishes);
}

}  // namespace

std::vector<Intent> draw_panels(const ViewState& view, const Fonts& fonts) {
  std::vector<Intent> wishes;
  ImGui::PushFont(fonts.heading);
  text(view.title);
  ImGui::PopFont();
  ImGui::PushFont(fonts.heading);
  text(view.now, vec(Tone::Selected));
  ImGui::PopFont();
  int entry = 100;  // apart from the numbers of other lists
  for (const OptionView& option : view.menu) option_row(option, entry++, fonts, wishes);
  for (const std::string& line : view.status) text(line);
  ImGui::PushFont(fonts.small);
  text(view.source + (view.source_lost ? "   LOST" : "") + "    help: " + std::string(name_of(view.help_level)) +
           (view.muted ? "    muted" : "") + (view.paused ? "    paused" : "") + "    H: keys",
       view.source_lost ? vec(Tone::Warn) : kDim);
  ImGui::PopFont();
  if (view.question) draw_question(*view.question, fonts, wishes);
  if (view.show_why) draw_lines("WHY", view.why, fonts);
  draw_lines("MAY INTERRUPT", view.windows, fonts);
  draw_lines("ALSO OPEN", view.further, fonts);
  for (const TextLine& line : view.notices) marked_line(line, fonts);
  const float log_high = std::max(ImGui::GetContentRegionAvail().y * 0.3F, ImGui::GetTextLineHeight() * 5);
  if (!view.selected.empty()) {
    ImGui::BeginChild("selection", {0, std::max(ImGui::GetContentRegionAvail().y - log_high, ImGui::GetTextLineHeight() * 4)});
    draw_selection(view, fonts, wishes);
    ImGui::EndChild();
  }
  heading("LOG", fonts);
  ImGui::BeginChild("log");
  const bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 4;
  for (const LogLine& line : view.log) text(std::to_string(line.seq) + "  " + line.text, line.tone == Tone::Text ? kPaper : vec(line.tone));
  if (at_end) ImGui::SetScrollHereY(1.0F);
  ImGui::EndChild();
  return wishes;
}

void draw_key_help(const Fonts& fonts) {
  ImGui::PushFont(fonts.heading);
  text("Keys");
  ImGui::PopFont();
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
    for (const KeyHelp& help : kKeyHelp) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextColored(vec(Tone::Selected), "%.*s", static_cast<int>(help.key.size()), help.key.data());
      ImGui::TableNextColumn();
      ImGui::TextColored(kPaper, "%.*s", static_cast<int>(help.what.size()), help.what.data());
    }
    ImGui::EndTable();
  }
}

}  // namespace polemarch::ui
