#pragma once
/// The page's style and script, as text. No network, no font file.

namespace polemarch::assistant::report {

/// Type, tables, cards, phone and print.
const char* page_style();
/// Plays the large map; the page reads without it.
const char* page_script();

}  // namespace polemarch::assistant::report
