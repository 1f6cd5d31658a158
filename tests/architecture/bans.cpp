#include "tests/architecture/bans.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

namespace polemarch::architecture {
namespace {

constexpr const char* kNoChance = "there is no chance in this room";
constexpr const char* kNoClock = "there is no clock in this room";
constexpr const char* kWorld = "this room touches no environment, file or process";
constexpr const char* kNoThreads = "there are no threads in this room";
constexpr const char* kLibm = "the engine uses engine/geometry's own functions, not libm's";
constexpr const char* kOrder = "the engine orders by value: no address, no hash, no unordered container";
constexpr const char* kNumber =
    "a number of the engine is the same on every machine: double within a calculation, integers in what is stored";
constexpr const char* kPlain = "engine and models are compiled as they stand: no pragma, attribute or builtin of one compiler";
constexpr const char* kByHand = "engine and models declare nothing from outside by hand";
constexpr const char* kBoost = "Boost is used in engine/geometry alone";
constexpr const char* kStd = "names of the standard library are written with std::";

/// Words of one kind. "x*" stands for all that begin with x, "*x" for all that end with it.
class Words {
 public:
  explicit Words(const std::string& list) {
    std::istringstream in(list);
    for (std::string word; in >> word;) {
      if (word.ends_with('*'))
        beginnings_.push_back(word.substr(0, word.size() - 1));
      else if (word.starts_with('*'))
        endings_.push_back(word.substr(1));
      else
        whole_.insert(word);
    }
  }
  bool has(const std::string& word) const {
    return whole_.contains(word) ||
           std::any_of(beginnings_.begin(), beginnings_.end(), [&](const std::string& with) { return word.starts_with(with); }) ||
           std::any_of(endings_.begin(), endings_.end(), [&](const std::string& with) { return word.ends_with(with); });
  }

 private:
  std::set<std::string> whole_;
  std::vector<std::string> beginnings_, endings_;
};

/// What one kind of ban looks for.
struct Ban {
  const char* what;
  Words never;   ///< wherever they stand, but for members and names of the house's own namespaces
  Words of_std;  ///< behind std:: or a bare ::
  Words called;  ///< likewise, and called without either
};

const Ban& chance() {
  static const Ban ban{kNoChance,
                       Words("rand srand rand_r drand48 lrand48 mrand48 jrand48 nrand48 erand48 srand48 arc4random* getrandom getentropy "
                             "random_shuffle random_device mt19937* minstd_rand* default_random_engine ranlux* knuth_b *_distribution "
                             "*_engine randint rd_rand* rdrand* rdseed* _rdrand* _rdseed* theRNG RNG_MT19937"),
                       Words("shuffle sample"), Words("random")};
  return ban;
}
const Ban& clock_ban() {
  static const Ban ban{
      kNoClock,
      Words("chrono steady_clock system_clock high_resolution_clock utc_clock tai_clock gps_clock file_clock time_t clock_t "
            "gettimeofday clock_gettime localtime* gmtime* nanosleep usleep timespec* mktime strftime ftime _rdtsc* "
            "__rdtsc* rdtsc* __DATE__ __TIME__ __TIMESTAMP__ getTickCount getTickFrequency"),
      Words(""), Words("time clock sleep")};
  return ban;
}
const Ban& threads() {
  static const Ban ban{kNoThreads,
                       Words("pthread_* jthread this_thread mutex *_mutex lock_guard unique_lock "
                             "scoped_lock shared_lock condition_variable* once_flag call_once packaged_task shared_future "
                             "counting_semaphore binary_semaphore stop_token stop_source stop_callback atomic atomic_* parallel_for_"),
                       Words("thread async future promise latch barrier execution"), Words("")};
  return ban;
}
const Ban& world() {
  static const Ban ban{
      kWorld,
      Words(
          "fopen freopen fdopen popen tmpfile tmpnam fread fwrite fclose FILE getenv secure_getenv setenv putenv environ dlopen dlsym mmap "
          "ioctl syscall fork vfork execl execv execle execve execlp execvp posix_spawn* ofstream ifstream fstream wofstream wifstream "
          "basic_*fstream basic_ofstream basic_ifstream basic_fstream cout cerr clog cin wcout wcerr wclog wcin osyncstream "
          "source_location stacktrace quick_exit _exit _Exit atexit setlocale localeconv errno perror strtod strtof strtold stod stof "
          "stold atof imread imwrite VideoCapture FileStorage"),
      Words("rename print println locale"),
      Words("printf fprintf vprintf vfprintf puts fputs putc fputc putchar scanf fscanf system abort exit raise unlink")};
  return ban;
}
const Ban& files() {
  static const Ban ban{kWorld, Words("filesystem"), Words(""), Words("")};
  return ban;
}
const Ban& process() {  // a caught fault ends a program elsewhere; of a thread the engine has not even memory of its own
  static const Ban ban{kWorld, Words(""), Words("terminate"), Words("terminate")};
  return ban;
}
const Ban& memory_of_threads() {
  static const Ban ban{kNoThreads, Words("thread_local __thread _Thread_local volatile"), Words(""), Words("")};
  return ban;
}
const Ban& order() {
  static const Ban ban{kOrder, Words("unordered_* uintptr_t intptr_t typeid type_index owner_less"), Words("hash"), Words("")};
  return ban;
}
const Ban& number() {
  static const Ban ban{kNumber, Words("float _Float* __float* float16_t float32_t float64_t float128_t bfloat16_t _Decimal*"),
                       Words("complex valarray lerp reduce transform_reduce"), Words("")};
  return ban;
}
const Ban& plain() {
  static const Ban ban{kPlain,
                       Words("_Pragma __attribute __attribute__ __declspec __builtin_* gnu clang asm __asm __asm__ const_cast "
                             "reinterpret_cast constinit __COUNTER__"),
                       Words(""), Words("")};
  return ban;
}
const Ban& libm() {  // it rounds the last bit differently from machine to machine; sqrt, fabs and the rounding family are exact
  static const std::string names =
      "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p pow pow10 cbrt hypot "
      "erf erfc tgamma lgamma sincos";
  static const Ban ban = [] {
    std::istringstream in(names);
    std::string all;
    for (std::string name; in >> name;) all += name + " " + name + "f " + name + "l ";
    return Ban{kLibm, Words(""),
               Words("cyl_* sph_* assoc_* ellint_* comp_ellint_* legendre* laguerre* hermite* riemann_zeta* beta betaf expint*"),
               Words(all)};
  }();
  return ban;
}

using Tokens = std::vector<Token>;
const std::string kNothing;

const std::string& at(const Tokens& tokens, std::size_t i) { return i < tokens.size() ? tokens[i].text : kNothing; }
bool is_word(const Tokens& tokens, std::size_t i) { return i < tokens.size() && tokens[i].word; }

enum class Stands { Alone, Std, Own };
/// Whose name the word at i is: of nobody, of std or of all (std::, ::), or a member or a name of a namespace of ours.
Stands stands(const Tokens& tokens, std::size_t i) {
  static const Words std_like("std ranges chrono pmr experimental this_thread cv utils");
  if (i == 0) return Stands::Alone;
  const std::string& before = tokens[i - 1].text;
  if (before == "." || before == "->") return Stands::Own;
  if (before != "::") return Stands::Alone;
  if (i < 2 || !is_word(tokens, i - 2)) return Stands::Std;
  static const Words no_qualifier("return throw else do case new co_return");
  return std_like.has(tokens[i - 2].text) || no_qualifier.has(tokens[i - 2].text) ? Stands::Std : Stands::Own;
}

/// In brackets or not, it is called: f(, (f)(. "int f(" declares.
bool is_called(const Tokens& tokens, std::size_t i) {
  static const Words verbs("return throw else do case co_return and or not");
  std::size_t first = i, next = i + 1;
  if (at(tokens, i + 1) == ")" && i > 0 && tokens[i - 1].text == "(") --first, ++next;
  if (at(tokens, next) != "(") return false;
  return first == 0 || !is_word(tokens, first - 1) || verbs.has(tokens[first - 1].text);
}

bool breaks(const Ban& ban, const Tokens& tokens, std::size_t i) {
  const std::string& word = tokens[i].text;
  const Stands how = stands(tokens, i);
  if (how == Stands::Own) return false;
  if (ban.never.has(word)) return true;
  if (how == Stands::Std) return ban.of_std.has(word) || ban.called.has(word);
  if (!ban.called.has(word)) return false;
  const bool handed_on =
      i > 0 && tokens[i - 1].text == "&" && !is_word(tokens, i - 2) && at(tokens, i + 1) != "." && at(tokens, i + 1) != "[";
  return is_called(tokens, i) || handed_on;
}

/// std::map<Unit*, ...>, std::less<Unit*>, a set of shared_ptr: ordered by where things lie.
bool orders_by_address(const Tokens& tokens, std::size_t i) {
  static const Words ordered("map set multimap multiset less greater");
  if (!ordered.has(tokens[i].text) || stands(tokens, i) != Stands::Std || at(tokens, i + 1) != "<") return false;
  int depth = 1;
  for (std::size_t j = i + 2; j < tokens.size(); ++j) {
    const std::string& text = tokens[j].text;
    if (depth == 1 && (text == "*" || text == "shared_ptr" || text == "unique_ptr")) return true;
    depth += text == "<" ? 1 : text == ">" ? -1 : 0;
    if (depth == 0 || (depth == 1 && text == ",")) return false;
  }
  return false;
}

/// std::remove of one word takes a file away; the algorithm takes three.
bool removes_a_file(const Tokens& tokens, std::size_t i) {
  if (tokens[i].text != "remove" || stands(tokens, i) != Stands::Std || at(tokens, i + 1) != "(") return false;
  int depth = 0;
  for (std::size_t j = i + 1; j < tokens.size(); ++j) {
    const std::string& text = tokens[j].text;
    depth += text == "(" || text == "{" || text == "[" ? 1 : text == ")" || text == "}" || text == "]" ? -1 : 0;
    if (depth == 1 && text == ",") return false;
    if (depth == 0) return true;
  }
  return false;
}

/// Functions of the system whose names are everybody's words: ::read(...), open("name").
bool calls_the_system(const Tokens& tokens, std::size_t i) {
  static const Words names("open openat creat read write connect socket kill signal");
  if (!names.has(tokens[i].text) || at(tokens, i + 1) != "(") return false;
  const Stands how = stands(tokens, i);
  if (how == Stands::Std) return true;
  return how == Stands::Alone && tokens[i].text.starts_with("open") && (at(tokens, i + 2) == "\"" || at(tokens, i + 2).starts_with("AT_"));
}

bool is_stored(const std::string& path) {
  static const std::regex stored(R"(engine/rulesets/\w+/(state|commands|events|steps)\w*\.hpp)");
  return std::regex_match(path, stored);
}

class Search {
 public:
  Search(const std::string& path, const Kept& kept, std::vector<Violation>& found) : path_(path), kept_(kept), found_(found) {
    if (kept.chance) bans_.push_back(&chance());
    if (kept.clock) bans_.push_back(&clock_ban());
    if (kept.threads) bans_.push_back(&threads());
    if (kept.world) bans_.push_back(&world());
    if (kept.files) bans_.push_back(&files());
    if (kept.plain) bans_.insert(bans_.end(), {&plain(), &process(), &memory_of_threads()});
    if (kept.engine) bans_.insert(bans_.end(), {&order(), &number(), &libm()});
    stored_ = is_stored(path);
  }

  void in(const Tokens& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (!tokens[i].word) continue;
      for (const Ban* ban : bans_)
        if (breaks(*ban, tokens, i)) tell(tokens[i].line, ban->what);
      if (kept_.world && (removes_a_file(tokens, i) || calls_the_system(tokens, i))) tell(tokens[i].line, kWorld);
      if (kept_.clock || kept_.world) whole_std(tokens, i);
      if (kept_.plain) by_hand(tokens, i);
      if (kept_.engine) engine(tokens, i);
    }
  }
  void tell(int line, const char* what) {
    for (const Violation& told : found_)
      if (told.line == line && told.what == what) return;
    found_.push_back({path_, line, what});
  }

 private:
  /// using namespace std; namespace s = std;
  void whole_std(const Tokens& tokens, std::size_t i) {
    const std::string& next = at(tokens, i + 1);
    if (tokens[i].text == "std" && next != "::" && i > 0 && (tokens[i - 1].text == "namespace" || tokens[i - 1].text == "="))
      tell(tokens[i].line, kStd);
  }
  void by_hand(const Tokens& tokens, std::size_t i) {
    if (tokens[i].text == "extern" && at(tokens, i + 1) != "template") tell(tokens[i].line, kByHand);
  }
  void engine(const Tokens& tokens, std::size_t i) {
    const std::string& word = tokens[i].text;
    if (orders_by_address(tokens, i)) tell(tokens[i].line, kOrder);
    if (word == "boost" && !path_.starts_with("engine/geometry/")) tell(tokens[i].line, kBoost);
    if (word != "double") return;
    const auto is_long = [&](std::size_t j) { return at(tokens, j) == "long"; };
    if (stored_ || is_long(i + 1) || (i > 0 && is_long(i - 1)) || (i > 1 && at(tokens, i - 1) == "int" && is_long(i - 2)))
      tell(tokens[i].line, kNumber);
  }

  const std::string& path_;
  const Kept& kept_;
  std::vector<Violation>& found_;
  std::vector<const Ban*> bans_;
  bool stored_ = false;
};

}  // namespace

std::vector<Violation> named_in_vain(const std::string& path, const std::vector<CodeLine>& lines, const Kept& kept) {
  static const std::regex includes(R"(^\s*#\s*(include|import|embed))"), pragma(R"(^\s*#\s*pragma\s+(?!once\b))");
  std::vector<Violation> found;
  Search search(path, kept, found);
  Tokens code;  // all lines in one: a line break parts no words
  for (const CodeLine& line : lines) {
    const Tokens tokens = tokens_of(line);
    if (!line.directive) {
      code.insert(code.end(), tokens.begin(), tokens.end());
    } else if (!std::regex_search(line.code, includes)) {  // its header is judged by itself
      search.in(tokens);
      if (kept.plain && std::regex_search(line.code, pragma)) search.tell(line.number, kPlain);
    }
  }
  search.in(code);
  return found;
}

}  // namespace polemarch::architecture
