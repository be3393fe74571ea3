#include "host/view/html.hpp"

#include "host/plain.hpp"

namespace host {

namespace {

constexpr const char* style = R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d1d9e0; --back: #fff; --band: #f6f8fa;
  --mark: #0a5ec0; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4af; --line: #3a424c; --back: #0f1318;
  --band: #171c23; --mark: #6cb0ff; --bad: #ff8f85; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); margin: 0 auto; padding: 1.5rem;
  max-width: 84rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; break-after: avoid; }
p { margin: .3rem 0; max-width: 60rem; } .soft { color: var(--soft); } code { overflow-wrap: anywhere; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .4rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap;
  vertical-align: top; }
th { font-weight: 600; } thead th { white-space: normal; border-bottom-width: 2px; color: var(--soft); vertical-align: bottom; }
tbody tr:nth-child(even) { background: var(--band); }
.text { text-align: left; } td.long { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; }
tr, figure { break-inside: avoid; }
figure { margin: .5rem 0; } svg { display: block; width: 100%; max-width: 60rem; height: auto; }
svg.square { max-width: 36rem; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); } svg text.soft { fill: var(--soft); }
svg .line { stroke: var(--line); stroke-width: 1; fill: none; } svg .mark { stroke: var(--mark); stroke-width: 2; }
svg .dot, svg .bar { fill: var(--mark); } svg .faint { fill: var(--mark); fill-opacity: .45; }
pre { margin: .3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; } .bad { color: var(--bad); }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --back: #fff; --band: #fff;
  --mark: #0a5ec0; --bad: #b42318; } .table { overflow: visible; } table { font-size: 7pt; } th, td { padding: .2rem .3rem; } }
@page { size: landscape; }
)css";

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  for (const char each : plain_lines(text)) {
    switch (each) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += each;
    }
  }
  return html;
}

std::string html_page(std::string_view title, std::string_view body) {
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n";
  page += "<title>" + escaped(title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n";
  page += body;
  return page + "</body>\n</html>\n";
}

}  // namespace host
