#pragma once
/// Bytes of an MCAP file (https://mcap.dev/spec, version 0): messages in chunks with their indices, so that readers seek in it; checksums
/// over chunks, data and summary. Nothing is compressed. Pure.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace polemarch::assistant::exporting {

/// What is said under one topic: JSON texts after one schema.
struct McapTopic {
  std::string path;         ///< "/poses"
  std::string schema_name;  ///< "polemarch.Poses"
  std::string schema;       ///< JSON schema
};

class McapFile {
 public:
  McapFile();
  /// REQUIRES: before its first message; `id` is from 1 on.
  void topic(std::uint16_t id, const McapTopic& topic);
  /// REQUIRES: `t`, in nanoseconds, is none before the message that came last.
  void message(std::uint16_t topic, std::uint64_t t, std::string_view json);
  /// The whole file.
  std::string finish() &&;

 private:
  void close_chunk();

  std::string file_, chunk_, schemas_, channels_, chunk_indices_;
  std::map<std::uint16_t, std::string> index_;   ///< of the chunk in hand: where each topic's messages lie
  std::map<std::uint16_t, std::uint32_t> said_;  ///< messages so far by topic
  std::uint64_t chunk_from_ = 0, chunk_to_ = 0, first_ = 0, last_ = 0;
  std::uint32_t chunks_ = 0;
  bool any_ = false;
};

}  // namespace polemarch::assistant::exporting
