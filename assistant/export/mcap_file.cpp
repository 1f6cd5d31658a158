#include "assistant/export/mcap_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace polemarch::assistant::exporting {

namespace {

constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};
constexpr std::size_t kChunkBytes = 1 << 18;  ///< smaller: finer seeking, more indices
enum Op : std::uint8_t {
  Header = 1,
  Footer = 2,
  Schema = 3,
  Channel = 4,
  Message = 5,
  Chunk = 6,
  MessageIndex = 7,
  ChunkIndex = 8,
  Statistics = 0x0B,
  SummaryOffset = 0x0E,
  DataEnd = 0x0F
};

template <class Number>
void put(std::string& out, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
}
void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}
void record(std::string& file, Op op, std::string_view content) {
  file += static_cast<char>(op);
  put(file, static_cast<std::uint64_t>(content.size()));
  file += content;
}

/// CRC-32 as zip and PNG have it.
std::uint32_t checksum(std::string_view bytes) {
  static constexpr auto table = [] {
    std::array<std::uint32_t, 256> out{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1U) != 0 ? 0xEDB88320U ^ (value >> 1) : value >> 1;
      out[i] = value;
    }
    return out;
  }();
  std::uint32_t sum = 0xFFFFFFFFU;
  for (const char c : bytes) sum = table[(sum ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (sum >> 8);
  return ~sum;
}

}  // namespace

McapFile::McapFile() : file_(kMagic) {
  std::string content;
  put_text(content, "");
  put_text(content, "polemarch");
  record(file_, Header, content);
}

void McapFile::topic(std::uint16_t id, const McapTopic& topic) {
  std::string schema, channel;
  put(schema, id);
  put_text(schema, topic.schema_name);
  put_text(schema, "jsonschema");
  put_text(schema, topic.schema);
  put(channel, id);
  put(channel, id);  // its schema has the same number
  put_text(channel, topic.path);
  put_text(channel, "json");
  put(channel, std::uint32_t{0});  // no further words about it
  record(schemas_, Schema, schema);
  record(channels_, Channel, channel);
  record(file_, Schema, schema);
  record(file_, Channel, channel);
  said_[id] = 0;
}

void McapFile::message(std::uint16_t topic, std::uint64_t t, std::string_view json) {
  if (chunk_.empty()) chunk_from_ = t;
  if (!any_) first_ = t;
  any_ = true;
  chunk_to_ = last_ = t;
  std::string& index = index_[topic];
  put(index, t);
  put(index, static_cast<std::uint64_t>(chunk_.size()));
  std::string content;
  put(content, topic);
  put(content, said_[topic]++);
  put(content, t);
  put(content, t);
  content += json;
  record(chunk_, Message, content);
  if (chunk_.size() >= kChunkBytes) close_chunk();
}

void McapFile::close_chunk() {
  if (chunk_.empty()) return;
  const auto start = static_cast<std::uint64_t>(file_.size()), bytes = static_cast<std::uint64_t>(chunk_.size());
  std::string content;
  put(content, chunk_from_);
  put(content, chunk_to_);
  put(content, bytes);
  put(content, checksum(chunk_));
  put_text(content, "");  // not compressed
  put(content, bytes);
  content += chunk_;
  record(file_, Chunk, content);
  const auto end = static_cast<std::uint64_t>(file_.size());
  std::string offsets;
  for (const auto& [topic, index] : index_) {
    put(offsets, topic);
    put(offsets, static_cast<std::uint64_t>(file_.size()));
    content.clear();
    put(content, topic);
    put_text(content, index);
    record(file_, MessageIndex, content);
  }
  content.clear();
  put(content, chunk_from_);
  put(content, chunk_to_);
  put(content, start);
  put(content, end - start);
  put_text(content, offsets);
  put(content, static_cast<std::uint64_t>(file_.size()) - end);
  put_text(content, "");
  put(content, bytes);
  put(content, bytes);
  record(chunk_indices_, ChunkIndex, content);
  ++chunks_;
  chunk_.clear();
  index_.clear();
}

std::string McapFile::finish() && {
  close_chunk();
  std::string content;
  put(content, checksum(file_));
  record(file_, DataEnd, content);
  const std::size_t summary = file_.size();
  content.clear();
  std::uint64_t all = 0;
  for (const auto& [topic, count] : said_) all += count;
  put(content, all);
  put(content, static_cast<std::uint16_t>(said_.size()));  // schemas
  put(content, static_cast<std::uint32_t>(said_.size()));  // channels
  put(content, std::uint32_t{0});                          // attachments
  put(content, std::uint32_t{0});                          // metadata
  put(content, chunks_);
  put(content, first_);
  put(content, last_);
  put(content, static_cast<std::uint32_t>(said_.size() * 10));
  for (const auto& [topic, count] : said_) {
    put(content, topic);
    put(content, static_cast<std::uint64_t>(count));
  }
  std::string statistics, offsets;
  record(statistics, Statistics, content);
  for (const auto& [op, group] : {std::pair<Op, const std::string*>{Schema, &schemas_},
                                  {Channel, &channels_},
                                  {Statistics, &statistics},
                                  {ChunkIndex, &chunk_indices_}}) {
    if (group->empty()) continue;
    content.clear();
    content += static_cast<char>(op);
    put(content, static_cast<std::uint64_t>(file_.size()));
    put(content, static_cast<std::uint64_t>(group->size()));
    record(offsets, SummaryOffset, content);
    file_ += *group;
  }
  const std::size_t offsets_at = file_.size();
  file_ += offsets;
  content.clear();
  put(content, static_cast<std::uint64_t>(summary));
  put(content, static_cast<std::uint64_t>(offsets_at));
  // The footer's checksum is made over the summary and the footer up to here.
  std::string head;
  head += static_cast<char>(Footer);
  put(head, static_cast<std::uint64_t>(content.size() + sizeof(std::uint32_t)));
  put(content, checksum(file_.substr(summary) + head + content));
  record(file_, Footer, content);
  return file_ + std::string(kMagic);
}

}  // namespace polemarch::assistant::exporting
