#pragma once
/// Strangers who mean ill, on loopback, in a process of their own that gives way to everybody. Bounded: each holds at most a few thousand
/// descriptors and ends when it is told to, or when whoever began it is gone.

#include <sys/types.h>

#include <vector>

namespace polemarch::bench {

struct Attack {
  int number;
  const char* name;
};

const std::vector<Attack>& attacks();

class Attacker {
 public:
  /// Forks: nothing else may run in this process yet.
  Attacker();
  ~Attacker();
  Attacker(const Attacker&) = delete;
  Attacker& operator=(const Attacker&) = delete;
  void begin(const Attack& attack, int page_port, int bus_port);
  void end();

 private:
  pid_t process_ = -1;
  int line_ = -1;
};

}  // namespace polemarch::bench
