#pragma once
/// Whole text files, read and written with errors as one line. What is written appears under its name only when it is whole and on the
/// disk, so that a full disk or a power cut leaves the old file, behind a link too; a device or a pipe is written where it is.

#include <optional>
#include <string>
#include <vector>

#include "models/result.hpp"

namespace polemarch::assistant {

/// Something is on its way to a disk now and waits for it. Any thread may ask: a slow disk is said on the screen.
bool disk_at_work();
/// As long as one lives, a disk is at work.
class DiskWork {
 public:
  DiskWork();
  ~DiskWork();
  DiskWork(const DiskWork&) = delete;
  DiskWork& operator=(const DiskWork&) = delete;
};

/// Errors: no such file; a folder, a pipe, a socket or a device; longer than models/io/limits.hpp allows a file, or a log where it begins
/// as one.
Result<std::string> read_text_file(const std::string& path);
/// Nothing, or what went wrong.
std::optional<InputError> write_text_file(const std::string& path, const std::string& text);

/// What a file of this name is to hold.
struct NamedText {
  std::string path, text;
};
/// Several files that belong together, named in this order when all of them are on the disk: where one finds no room none is written.
std::optional<InputError> write_text_files(const std::vector<NamedText>& files);
/// What is wrong with a file that nobody named and the program writes of its own accord beside another: it would go through a link or into
/// a pipe. A folder from elsewhere may hold one under that name. A second name of a file is no harm (backups give files some): what is
/// written takes the place of this name alone.
std::optional<InputError> leads_elsewhere(const std::string& path);
/// Writes such a file, or says what is in its way.
std::optional<InputError> write_unasked(const std::string& path, const std::string& text);
/// Writes behind what is there, or begins the file; nobody is waited for at the other end of a pipe.
std::optional<InputError> append_text_file(const std::string& path, const std::string& text);

/// A new file with its whole text, synced with its folder before it has its name; never over a file that is there. The open descriptor,
/// for reading and writing and locked (flock), is the caller's to close. Errors: one line.
Result<int> make_whole_file(const std::string& path, const std::string& text, unsigned mode);
/// Did it fail because the name is taken? Of what make_whole_file says, and of a line that begins with it.
bool is_taken(const InputError& error);

/// What is wrong with writing to `out` while `inputs` are read: it is one of them, through a link or under another name. `option` names
/// it in the line ("--out"). Or it holds another battle's log or keys, which nothing writes over. Empty names and what is no file are
/// passed over.
std::optional<InputError> writes_over_input(const std::string& option, const std::string& out, const std::vector<std::string>& inputs);
/// The same of several outputs: the first that is an input.
std::optional<InputError> any_writes_over_input(const std::string& option, const std::vector<std::string>& outs,
                                                const std::vector<std::string>& inputs);

}  // namespace polemarch::assistant
