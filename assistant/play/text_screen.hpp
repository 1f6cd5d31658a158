#pragma once
/// The screen as text: a ViewState as one JSON line, and a line of JSON as a wish. Made from ViewState and Intents alone, so that whatever
/// it cannot do the window cannot do either. The format stands in README.md here. Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/advice.hpp"
#include "models/intent.hpp"
#include "models/result.hpp"
#include "ui/keys.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::play {

/// One whole screen as a JSON object on one line, without its newline. `number` counts screens from 1, `after` the input lines taken in.
/// With `advice` it says of the selected unit what the window's card, its layers (whichever are on) and the tip beside the pointer show.
std::string text_screen(const ui::ViewState& view, std::int64_t number, std::int64_t after, const engine::Advice* advice = nullptr);

/// Whom a line that asks for advice, {"advise":"A1","at":"B2"}, measures the unit against (empty: nobody); nothing for any other line.
std::optional<UnitId> advice_wanted(std::string_view line);

/// The same without its two counters, to tell whether anything changed.
std::string text_of_view(const ui::ViewState& view);

/// What a line asks for on this screen; nothing for a key that means nothing here. Errors: a line that is no such object, in words for a
/// notice.
Result<std::optional<Intent>> wish_of_line(std::string_view line, const ui::ViewState& view);

/// "7", "Enter", "Ctrl-z" as a key press.
ui::KeyPress key_named(const std::string& name);

}  // namespace polemarch::assistant::play
