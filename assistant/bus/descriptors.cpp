#include "assistant/bus/descriptors.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace polemarch::assistant {

int raise_descriptor_limit() {
  constexpr rlim_t kEnough = 4096;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
  if (limit.rlim_cur < kEnough && limit.rlim_cur < limit.rlim_max) {
    rlimit more = limit;
    more.rlim_cur = std::min(kEnough, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  }
  return static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1 << 20));
}

void give_way_to_the_table() {
  constexpr int kNice = 10;
  static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice));
}

}  // namespace polemarch::assistant
