#pragma once
/// One program at a time begins a battle in a folder: its log and the keys of that log are two files, and only together are they a battle.

#include <string>

namespace polemarch::assistant {

/// Holds the folder of `path` as long as it lives. It waits for a program that holds it, two seconds at most: whoever holds it longer is no
/// program of ours. A file system without locks on folders is not held; names that are taken are refused there all the same.
class FolderLock {
 public:
  explicit FolderLock(const std::string& path);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_ = -1;
};

}  // namespace polemarch::assistant
