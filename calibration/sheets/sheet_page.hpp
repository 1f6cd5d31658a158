#pragma once
/// Pages to print: items with cut lines and names flow onto A4 or Letter in true size, every page with 200 mm check lines in both
/// directions. Use: SheetBuilder sheet{settings}; sheet.section("Tail tabs", {"Cut ..."}); sheet.add(item); write_pdf(sheet.finish()).
/// Frame: millimetres from the top left of the page, x right, y down. Values in, PDF bytes or pixels out; no file is touched.

#include <string>
#include <vector>

#include "calibration/sheets/drawing.hpp"
#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::calibration {

enum class Paper { A4, Letter };

struct PaperSize {
  double width_mm = 210, height_mm = 297;
};
constexpr PaperSize size_of(Paper paper) { return paper == Paper::A4 ? PaperSize{210, 297} : PaperSize{215.9, 279.4}; }
/// "a4" or "letter", any case.
Result<Paper> paper_named(const std::string& name);

/// Length of the check lines; a ruler laid on them tells the printer's scale.
constexpr double kCheckLineMm = 200.0;

struct SheetSettings {
  Paper paper = Paper::A4;                  ///< the paper in the printer; default A4
  std::string title = "Polemarch markers";  ///< stands at the head of every page
};

/// A thing to cut out. `drawing` is in the item's own frame: (0,0) top left of a box of width x height.
struct SheetItem {
  std::string name;  ///< printed small under the item, outside the cut line; empty: nothing
  double width_mm = 0, height_mm = 0;
  Drawing drawing;
  bool cut_box = true;    ///< draw the box as a dashed cut line; false when the drawing brings its own outline
  Drawing beside, above;  ///< added where it begins a row, and where it stands in the first row of its page or section
};

struct SheetPage {
  PaperSize size;
  Drawing drawing;
};

/// Flows items onto pages row by row. Impossible sizes assert: check fits() first where sizes come from a user.
class SheetBuilder {
 public:
  explicit SheetBuilder(SheetSettings settings);
  /// A heading and paragraphs on how to cut and stick; kept together with the first item that follows.
  void section(std::string heading, const std::vector<std::string>& how_to = {});
  void add(const SheetItem& item);
  /// The next item begins a row.
  void new_row() { start_row(); }
  /// Starts a fresh page; nothing when the present one is empty.
  void page_break();
  /// True when a box of this size goes on one page under a heading.
  bool fits(double width_mm, double height_mm) const;
  /// The free area of a page, for items that want all of it.
  PaperSize free_area() const;
  std::vector<SheetPage> finish();

 private:
  void start_page();
  void start_row();
  void put_heading();

  SheetSettings settings_;
  std::vector<SheetPage> pages_;
  std::string heading_;
  std::vector<std::string> how_to_;
  bool heading_due_ = false;
  double x_ = 0, y_ = 0, row_height_ = 0;  ///< where the next item goes
  bool page_empty_ = true, first_row_ = true;
};

/// The words in lines of at most that width, of one type size.
std::vector<std::string> lines_of(const std::string& text, double size_mm, double width_mm);

/// The pages as one PDF file. Errors: Cairo's own words when it cannot (no memory).
Result<std::string> write_pdf(const std::vector<SheetPage>& pages, const std::string& title);

/// One page as grey pixels at `dpi` (anti-aliased, as a printer driver would).
Result<Image> render_page(const SheetPage& page, double dpi);

}  // namespace polemarch::calibration
