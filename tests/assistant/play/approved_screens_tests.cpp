/// Twelve states of a battle in each ruleset, laid out as the window lays them out, against approved ones: every shape and every text with
/// its place, in pixels, as one number. POLEMARCH_APPROVE=1 writes the approved files anew; POLEMARCH_PICTURES=DIR writes every state as
/// PNG, to be laid beside the pictures of how it should look.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "assistant/paint/paint.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/page/page.hpp"

namespace approved_screens_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::ui::page;

namespace {

/// A page as text: one line a shape, whole pixels.
struct PageText {
  std::ostringstream out;
  static long whole(double px) { return std::lround(std::floor(px + 0.5)); }
  PageText& operator<<(double px) {
    out << ' ' << whole(px);
    return *this;
  }
  PageText& operator<<(const Paint& paint) {
    out << " #" << int{paint.r} << ',' << int{paint.g} << ',' << int{paint.b} << ',' << int{paint.a};
    return *this;
  }
  PageText& operator<<(const std::optional<Paint>& paint) { return paint ? *this << *paint : *this; }
  void operator()(const RectItem& item) {
    out << "\nrect";
    *this << item.box.x << item.box.y << item.box.w << item.box.h << item.fill << item.edge;
  }
  void operator()(const LineItem& item) {
    out << "\nline";
    *this << item.from.x << item.from.y << item.to.x << item.to.y << item.paint << item.width;
  }
  void operator()(const TextItem& item) {
    out << "\ntext";
    *this << item.at.x << item.at.y << item.size << item.paint;
    out << ' ' << (item.face == Face::Bold ? "bold " : "") << item.text;
  }
  void operator()(const PolyItem& item) {
    out << "\npoly";
    for (const Px p : item.points) *this << p.x << p.y;
    *this << item.fill << item.edge;
  }
  void operator()(const ClipItem& item) {
    out << "\nclip";
    if (item.box) *this << item.box->x << item.box->y << item.box->w << item.box->h;
  }
  void operator()(const DiscItem& item) {
    out << "\ndisc";
    *this << item.centre.x << item.centre.y << item.radius << item.fill << item.edge;
  }
};

std::string text_of(const Page& page) {
  PageText text;
  for (const Item& item : page.items) std::visit(text, item);
  return text.out.str();
}

/// FNV-1a.
std::string number_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  char out[24];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(hash));
  return out;
}

/// A battle taken through twelve states by what stands on its screen alone.
struct Approved {
  explicit Approved(const std::string& name)
      : ruleset(name),
        stage(std::move(*play::set_stage({.battle = test::source_dir() + "/models/data/battles/" + name + "_sample.json",
                                          .log = {},
                                          .table_file = {},
                                          .bases_file = {}}))),
        desk(*stage.session, stage.table, stage.bases, {.seed = 3}),
        feed([this] { return desk.battle().places(); }, [this] { return t; }) {
    look();
    look();
  }
  void look() {
    t += 5;
    desk.see(*feed.next());
    for (const DragBase& move : desk.take_drags()) feed.drag(move);
  }
  ui::ViewState view() const { return desk.view(); }

  void keep(const std::string& state) {
    for (const auto& [width, height, light] : {std::tuple{1920, 1080, false}, {1280, 800, true}}) {
      ui::ViewState shown = view();
      shown.light = light;
      const std::string text = text_of(page_of(shown, width, height, test::text_width));
      lines << state << ' ' << width << 'x' << height << (light ? " light " : " dark ") << number_of(text) << '\n';
      if (const char* pictures = std::getenv("POLEMARCH_PICTURES")) {
        const paint::Bytes png = paint::screen_png_of(shown, width, height);
        std::ofstream(std::string(pictures) + "/" + ruleset + "-" + state + "-" + std::to_string(width) + ".png", std::ios::binary)
            .write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
      }
    }
  }
  /// A signal that gives everybody something to do is laid while its side looks; then what goes on, then the look itself.
  static int rank_of(const ui::OptionView& entry) {
    if (entry.text == "signal March") return 0;
    return std::holds_alternative<GiveCommand>(entry.intent) ? 1 : std::holds_alternative<LookAtHand>(entry.intent) ? 2 : 3;
  }
  /// Answers what is asked until orders may be given; then does what ends least until somebody may do something.
  void until_orders() {
    for (int i = 0; i < 400; ++i) {
      const ui::ViewState shown = view();
      const bool free =
          !shown.question && std::any_of(shown.units.begin(), shown.units.end(), [](const auto& unit) { return unit.can > 0; });
      if (free) return;
      if (shown.question) {
        const ui::QuestionView& question = *shown.question;
        if (question.veiled || (question.options.empty() && !question.takes_values)) {
          desk.wish(TypeKey{"Enter"});
        } else if (question.takes_values) {
          desk.wish(TypeKey{"v"});
        } else {
          desk.wish(question.options.front().intent);
          if (question.most > 1) desk.wish(TypeKey{"Enter"});
        }
      } else {
        const ui::OptionView* best = nullptr;
        for (const ui::OptionView& entry : shown.menu)
          if (entry.allowed && (best == nullptr || rank_of(entry) < rank_of(*best))) best = &entry;
        if (best != nullptr && rank_of(*best) < 3) desk.wish(best->intent);
      }
      look();
    }
  }
  ui::UnitView able() const {
    const ui::ViewState shown = view();
    for (const ui::UnitView& unit : shown.units)
      if (unit.can > 0) return unit;
    return shown.units.front();
  }

  std::string ruleset;
  play::Stage stage;
  double t = 0;
  play::Desk desk;
  play::ManualFeed feed;
  std::ostringstream lines;
};

std::string twelve_states(const std::string& ruleset) {
  Approved at(ruleset);
  at.keep("start");
  at.until_orders();
  at.keep("orders");
  const ui::UnitView unit = at.able();
  at.desk.wish(SelectUnit{unit.unit});
  at.keep("selected");
  at.desk.wish(AskWhy{});
  at.keep("why-not");
  at.desk.wish(AskWhy{});
  ui::UnitView enemy;
  for (const ui::UnitView& other : at.view().units)
    if (other.side != unit.side && other.on_table && enemy.unit.empty()) enemy = other;
  at.desk.wish(PointAt{enemy.unit});
  at.keep("tip");
  at.desk.wish(PointAt{});
  at.desk.wish(SelectAt{enemy.at});
  at.keep("target");
  at.desk.wish(MeasureFrom{unit.at, enemy.at});
  at.keep("measure");
  at.desk.wish(StepBack{});
  at.desk.wish(SelectUnit{unit.unit});
  for (const ui::OptionView& offer : at.view().offers)
    if (offer.allowed) {
      at.desk.wish(offer.intent);
      break;
    }
  at.keep("ordered");
  at.until_orders();
  at.keep("result");
  for (const ui::UnitView& other : at.view().units) {  // something the rules do not allow
    at.desk.wish(SelectUnit{other.unit});
    const ui::ViewState shown = at.view();
    const auto refused = std::find_if(shown.offers.begin(), shown.offers.end(), [](const auto& offer) { return !offer.allowed; });
    if (refused == shown.offers.end()) continue;
    at.desk.wish(refused->intent);
    break;
  }
  at.keep("refused");
  at.desk.wish(ToggleKeys{});
  at.keep("keys");
  at.desk.wish(ToggleKeys{});
  at.desk.wish(RotateView{2});
  at.keep("other-seat");
  return at.lines.str();
}

}  // namespace

TEST_CASE("twelve states of a battle look as approved, large and dark, small and light", "[screen][approved]") {
  const auto ruleset = GENERATE(as<std::string>(), "to_the_strongest", "blade_and_bow", "hail_caesar", "paean", "hoplomachia");
  const std::string file = test::source_dir() + "/tests/assistant/play/approved/" + ruleset + ".txt";
  const std::string now = twelve_states(ruleset);
  CHECK(twelve_states(ruleset) == now);  // the same again: nothing depends on the hour or on addresses
  if (std::getenv("POLEMARCH_APPROVE") != nullptr) std::ofstream(file) << now;
  std::ifstream in(file);
  std::ostringstream approved;
  approved << in.rdbuf();
  std::istringstream was(approved.str()), is(now);
  int states = 0;
  for (std::string before, after; std::getline(is, after); ++states) {
    before.clear();
    std::getline(was, before);
    INFO("look at it (POLEMARCH_PICTURES=DIR), and where it is meant, POLEMARCH_APPROVE=1");
    CHECK(after == before);
  }
  CHECK(states == 24);
}

}  // namespace approved_screens_tests
