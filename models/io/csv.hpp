#pragma once
/// Tables of text as spreadsheets write them. Separator comma, semicolon or tab (whichever the header has most of); cells may be quoted,
/// "" inside quotes is one quote; empty lines and lines that begin with # are skipped. Lines end as on any computer. Text in, values out.
/// Pure.

#include <string>
#include <string_view>
#include <vector>

#include "models/result.hpp"

namespace polemarch::io {

struct CsvRow {
  int line = 0;                    ///< in the text, from 1
  std::vector<std::string> cells;  ///< as many as the header has; missing ones are empty
};
struct Csv {
  std::vector<std::string> header;  ///< lower case, blanks as '_'
  int header_line = 0;              ///< in the text, from 1
  std::vector<CsvRow> rows;
};
/// Errors: "name: line 7: what is wrong" (no letters of UTF-8, too many cells, an open quote, no header, a column or the header twice).
Result<Csv> read_csv(std::string_view text, std::string_view name);

}  // namespace polemarch::io
