#include "assistant/bus/page.hpp"

#include <sodium.h>

#include <array>
#include <string>

#include "assistant/bus/page_parts.hpp"

namespace polemarch::assistant {
namespace {

constexpr std::string_view kBody = R"html(
<header><h1 id="name">Polemarch</h1><div id="score"></div></header>
<main><section id="table" aria-label="the table"></section><div>
<section class="now"><h2>Now</h2><p id="now" aria-live="polite">waiting for the table</p><p id="who"></p><p id="late" role="status"></p></section>
<section id="last"><h2>Last result</h2><p id="title"></p><ul id="throws"></ul><ul id="rows"></ul><ul id="follows"></ul></section>
<section id="before"><h2>Before that</h2><ul id="log"></ul></section></div></main>
<footer><span id="turn"></span><span id="track" role="img"></span><span id="clock"></span><span id="camera"></span><details><summary>How it stands</summary><ul id="status"></ul></details></footer>
)html";

const std::string& script() {
  static const std::string text = "\n'use strict';" + std::string(page_parts::glyphs_script()) + std::string(page_parts::table_script()) +
                                  std::string(page_parts::words_script()) + std::string(page_parts::news_script());
  return text;
}

std::string sha256_of(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)> base64{};
  sodium_bin2base64(base64.data(), base64.size(), hash.data(), hash.size(), sodium_base64_VARIANT_ORIGINAL);
  return base64.data();
}

}  // namespace

std::string_view page_text() {
  static const std::string text = R"(<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>Polemarch: spectators</title><style>)" +
                                  std::string(page_parts::style()) + "</style></head><body>" + std::string(kBody) + "<script>" + script() +
                                  "</script></body></html>\n";
  return text;
}

std::string_view page_headers() {
  static const std::string lines =
      "Content-Security-Policy: default-src 'none'; connect-src 'self'; img-src data:; style-src "
      "'unsafe-inline'; script-src 'sha256-" +
      sha256_of(script()) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\nReferrer-Policy: no-referrer\r\n";
  return lines;
}

}  // namespace polemarch::assistant
