#include "assistant/bus/bus_keys.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>

namespace polemarch::assistant {
namespace {

constexpr std::size_t kLetters = 40;

std::optional<InputError> write_new(const std::string& path, const std::string& text, mode_t mode) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0)
    return InputError{path + (errno == EEXIST ? ": exists already and is kept; give another name"
                                              : std::string(": cannot be written (") + std::strerror(errno) + ")")};
  const bool whole = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  const bool closed = ::close(file) == 0;
  if (whole && closed) return std::nullopt;
  ::unlink(path.c_str());
  return InputError{path + ": cannot be written to its end (disk full?)"};
}

}  // namespace

BusKey new_bus_key() {
  std::array<char, kLetters + 1> open{}, secret{};
  const int made = ::zmq_curve_keypair(open.data(), secret.data());
  assert(made == 0);  // Debian's and Ubuntu's libzmq has CURVE
  static_cast<void>(made);
  return {secret.data(), open.data()};
}

std::optional<InputError> write_bus_key(const std::string& name, const BusKey& key) {
  if (auto wrong = write_new(name + ".key", key.secret + "\n", 0600)) return wrong;
  auto wrong = write_new(name + ".pub", key.open + "\n", 0644);
  if (wrong) ::unlink((name + ".key").c_str());  // half a pair is none
  return wrong;
}

Result<BusKey> read_bus_key(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about {};
  if (file < 0 || ::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
    if (file >= 0) ::close(file);
    return InputError{path + ": no such key file (polemarch keys makes one)"};
  }
  std::array<char, 128> text{};
  const ssize_t n = ::read(file, text.data(), text.size());
  ::close(file);
  if ((about.st_mode & 077) != 0)
    return InputError{path + ": others may read this key; chmod 600 it, or make a new pair with polemarch keys"};
  BusKey key;
  key.secret.assign(text.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  while (!key.secret.empty() && (key.secret.back() == '\n' || key.secret.back() == '\r')) key.secret.pop_back();
  std::array<char, kLetters + 1> open{};
  if (key.secret.size() != kLetters || ::zmq_curve_public(open.data(), key.secret.c_str()) != 0)
    return InputError{path + ": holds no secret key (the .key file of polemarch keys, 40 letters)"};
  key.open = open.data();
  return key;
}

}  // namespace polemarch::assistant
