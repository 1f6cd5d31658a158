#include "tests/architecture/bans.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <regex>
#include <sstream>
#include <string_view>

namespace polemarch::architecture {
namespace {

/// Words that a ban looks for, whole or by how they begin or end: most lines have none, and the patterns are slow.
std::vector<std::string> split(const std::string& words) {
  std::istringstream in(words);
  return {std::istream_iterator<std::string>(in), {}};
}
const std::vector<std::string> kWhole = split(
    "rand srand rand_r random drand48 lrand48 getrandom getentropy shuffle sample time clock gettimeofday clock_gettime "
    "localtime gmtime nanosleep usleep sleep timespec_get mktime strftime ftime chrono __DATE__ __TIME__ __TIMESTAMP__ "
    "getenv secure_getenv setenv putenv system fopen freopen fdopen popen tmpfile fread fwrite remove perror fork vfork "
    "dlopen dlsym mmap ioctl syscall abort exit quick_exit _exit _Exit atexit terminate open openat creat read write unlink "
    "rename connect socket kill signal raise environ filesystem print println source_location extern asm __asm __asm__ "
    "pragma _Pragma __attribute__ gnu async promise packaged_task latch barrier once_flag call_once lock_guard thread_local "
    "long map set multimap multiset less greater hash type_index owner_less typeid beta expint legendre laguerre hermite "
    "riemann_zeta reinterpret_cast putchar");
const std::vector<std::string> kBeginnings = split(
    "arc4random mt19937 minstd_rand random_ default_random rd _rd __rd exec cyl_ sph_ assoc_ ellint_ comp_ellint_ unordered_ "
    "atomic condition_variable stop_ __builtin_ sin cos tan asin acos atan exp log pow cbrt hypot erf lgamma tgamma");
const std::vector<std::string> kEndings =
    split("_engine _distribution stream cout cerr clog cin printf puts putc scanf thread mutex _lock future _semaphore");

bool suspicious(const std::string& code) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = 0; at < code.size();) {
    if (!in_word(code[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < code.size() && in_word(code[end])) ++end;
    const std::string_view word = std::string_view(code).substr(at, end - at);
    const auto begins = [&](const std::string& with) { return word.starts_with(with); };
    const auto ends = [&](const std::string& with) { return word.ends_with(with); };
    if (std::find(kWhole.begin(), kWhole.end(), word) != kWhole.end() || std::any_of(kBeginnings.begin(), kBeginnings.end(), begins) ||
        std::any_of(kEndings.begin(), kEndings.end(), ends))
      return true;
    at = end;
  }
  return false;
}

struct Ban {
  std::regex found;
  const char* what;
};

constexpr const char* kNoChance = "engine and models have no chance";
constexpr const char* kNoClock = "engine and models have no clock";
constexpr const char* kWorld = "engine and models touch no environment, file or process";
constexpr const char* kNoThreads = "engine and models have no threads";
constexpr const char* kLibm = "the engine uses engine/geometry's own functions, not libm's";
constexpr const char* kOrder = "the engine orders by value: no address, no hash, no unordered container";
constexpr const char* kPlain = "engine and models are compiled as they stand: no pragma, attribute or builtin of one compiler";

/// Engine and models: nothing of the world outside.
const std::vector<Ban>& world_bans() {
  static const std::vector<Ban> bans{
      {std::regex(R"((^|[^\w.>])(std::)?(rand|srand|rand_r|random|drand48|lrand48|arc4random\w*|getrandom|getentropy)\s*\()"), kNoChance},
      {std::regex(R"(\bstd::(rand|srand)\b\s*[^(\s])"), kNoChance},
      {std::regex(R"(\bstd::(random_device|mt19937\w*|minstd_rand0?|default_random_engine|\w+_engine|\w+_distribution|shuffle|sample)\b)"),
       kNoChance},
      {std::regex(R"((^|[^\w.>])_?rd(rand|seed)\w*\s*\()"), kNoChance},
      {std::regex(
           R"((^|[^\w.>])(std::)?(time|clock|gettimeofday|clock_gettime|localtime|gmtime|nanosleep|usleep|sleep)\s*\(\s*(\)|&|NULL|nullptr|0|CLOCK|\d))"),
       kNoClock},
      {std::regex(R"((^|[^\w.>])(std::)?(timespec_get|mktime|strftime|ftime|_*rdtscp?)\s*\()"), kNoClock},
      {std::regex(R"(\b(std::chrono|__DATE__|__TIME__|__TIMESTAMP__)\b)"), kNoClock},
      {std::regex(
           R"((^|[^\w.>])(std::)?(getenv|secure_getenv|setenv|putenv|system|fopen|freopen|fdopen|popen|tmpfile|fread|fwrite|remove\s*\(\s*"|v?f?printf|f?puts|f?putc|putchar|perror|f?scanf|fork|vfork|exec[lv]p?e?|dlopen|dlsym|mmap|ioctl|syscall|abort|exit|quick_exit|_exit|_Exit|atexit|terminate)\s*\()"),
       kWorld},
      {std::regex(R"((^|[^\w:>])::(open|creat|read|write|unlink|rename|connect|socket|kill|signal|raise)\s*\()"), kWorld},
      {std::regex(R"((^|[^\w.>])open(at)?\s*\(\s*("|AT_))"), kWorld},
      {std::regex(R"((^|[^\w.>])environ\b)"), kWorld},
      {std::regex(R"(\bstd::((basic_)?w?(i|o)?fstream|w?(cout|cerr|clog|cin)|filesystem|print(ln)?|source_location|terminate)\b)"), kWorld},
      {std::regex(
           R"(\b(std::(j?thread|this_thread|\w*mutex|\w+_lock|lock_guard|atomic\w*|async|future|shared_future|promise|packaged_task|latch|barrier|\w+_semaphore|condition_variable\w*|once_flag|call_once|stop_(token|source|callback))|thread_local)\b)"),
       kNoThreads},
      {std::regex(R"(\bextern\s+("|(double|float|int|long|void|char)\b))"), "engine and models declare nothing from outside by hand"},
      {std::regex(R"(\b(asm|__asm__?)\b\s*(volatile\s*)?\()"), "engine and models have no assembly"},
      {std::regex(R"((^\s*#\s*pragma\s+(?!once\b))|\b_Pragma\b|__attribute__|\[\[\s*gnu::|\b__builtin_)"), kPlain},
  };
  return bans;
}

/// The engine alone: what would not be the same on every machine.
const std::vector<Ban>& engine_bans() {
  // libm rounds the last bit differently from machine to machine; sqrt, fabs and the rounding family are exact.
  static const std::string libm =
      "(sin|cos|tan|asin|acos|atan2?|sinh|cosh|tanh|asinh|acosh|atanh|exp2?|exp10|expm1|log2?|log10|log1p|pow|pow10|cbrt|hypot|erfc?|[lt]"
      "gamma|sincos)[fl]?";
  static const std::vector<Ban> bans{
      {std::regex(R"((^|[^\w.>:])(std::|::)?)" + libm + R"(\s*\()"), kLibm},
      {std::regex(R"(\(\s*(std::|::)?)" + libm + R"(\s*\)\s*\()"), kLibm},
      {std::regex(R"(\bstd::)" + libm + R"(\b\s*[^(\w\s])"), kLibm},
      {std::regex(R"(\bstd::(cyl_\w+|sph_\w+|assoc_\w+|legendre|laguerre|hermite|riemann_zeta|beta|expint|(comp_)?ellint_\w+)[fl]?\b)"),
       kLibm},
      {std::regex(R"(\blong\s+double\b)"), "a long double is wider on one machine than on the next"},
      {std::regex(R"(\bunordered_(multi)?(map|set)\b)"), kOrder},
      {std::regex(R"(\breinterpret_cast\s*<\s*(std::)?u?intptr_t)"), kOrder},
      {std::regex(R"(\bstd::(multi)?(map|set)\s*<\s*(const\s+)?[\w:]+(\s+const)?\s*\*)"), kOrder},
      {std::regex(R"(\bstd::(less|greater)\s*<\s*(const\s+)?[\w:]+\s*\*)"), kOrder},
      {std::regex(R"(\bstd::(hash|type_index|owner_less)\b|\btypeid\s*\()"), kOrder},
  };
  return bans;
}

}  // namespace

std::vector<std::string> named_in_vain(const std::string& path, const CodeLine& line) {
  const bool engine = path.starts_with("engine/"), models = path.starts_with("models/");
  if (!engine && !models) return {};
  if (line.directive && line.code.find("include") != std::string::npos) return {};  // its header is judged by itself
  if (!suspicious(line.code)) return {};
  std::vector<std::string> found;
  const auto search = [&](const std::vector<Ban>& bans) {
    for (const Ban& ban : bans) {
      if (std::find(found.begin(), found.end(), ban.what) != found.end()) continue;
      if (std::regex_search(line.code, ban.found)) found.emplace_back(ban.what);
    }
  };
  search(world_bans());
  if (engine) search(engine_bans());
  return found;
}

}  // namespace polemarch::architecture
