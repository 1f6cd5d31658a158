#include "assistant/session/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

namespace polemarch::assistant {

FolderLock::FolderLock(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  folder_ = ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_ < 0) return;
  constexpr std::chrono::milliseconds kStep{5};
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (::flock(folder_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(kStep);
}

FolderLock::~FolderLock() {
  if (folder_ >= 0) ::close(folder_);
}

}  // namespace polemarch::assistant
