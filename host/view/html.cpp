#include "host/view/html.hpp"

#include "host/plain.hpp"

namespace host {

namespace {

constexpr const char* style = R"css(
main { max-width: 68rem; } main > section { margin: 1rem 0; } h1 + p { margin-bottom: .8rem; } h2 { font-size: 1.05rem; margin: 0 0 .4rem; break-after: avoid; }
p { margin: .3rem 0; max-width: 60rem; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; break-after: avoid; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums; margin-bottom: 1rem; }
th, td { padding: .3rem .45rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th { font-weight: 600; } thead th { border-bottom-width: 2px; color: var(--soft); vertical-align: bottom; }
tbody tr:nth-child(even) { background: var(--hover); }
.text { text-align: left; overflow-wrap: anywhere; min-width: 5rem; }
.below { display: block; white-space: nowrap; color: var(--soft); font-size: .75rem; font-weight: 400; }
.share { background: color-mix(in srgb, var(--accent) calc(var(--share) * 26%), transparent); }
.matrix td { min-width: 2.6rem; } .none { background: var(--line); }
tr, figure, details { break-inside: avoid; } p.soft { break-after: avoid; }
figure { margin: 1rem 0; padding: 0 1rem; max-width: 60rem; }
figcaption { font-size: .8rem; color: var(--soft); text-align: center; margin-top: .2rem; }
svg { display: block; overflow: visible; } .square { max-width: 34rem; }
.square svg { height: auto; aspect-ratio: 1; margin-bottom: 1.6rem; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); paint-order: stroke; stroke: var(--card); stroke-width: 3px; } svg text.soft { fill: var(--soft); font-size: 11px; }
svg line { stroke: var(--line); stroke-width: 1; } svg .axis { stroke: var(--soft); } svg .mark { stroke: var(--accent); stroke-width: 2; }
svg .mean { stroke: var(--ink); stroke-dasharray: 4 3; }
svg .dot, svg .bar { fill: var(--accent); } svg .faint { fill: var(--accent); fill-opacity: .45; }
pre { margin: .3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; } .bad { color: var(--bad); }
pre.command { background: var(--hover); border: 1px solid var(--line); border-radius: .3rem; padding: .4rem .6rem; max-width: 60rem;
  user-select: all; }
pre.command span { display: inline-block; max-width: 100%; vertical-align: top; }
details { margin: .2rem 0; } summary { cursor: pointer; color: var(--soft); } details p { font-size: .85rem; }
@media screen and (max-width: 61rem) {
  table.cards, table.cards tbody, table.cards th, table.cards td { display: block; }
  table.cards thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  table.cards tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); padding: .4rem;
    border-bottom: 1px solid var(--line); }
  table.cards th, table.cards td { border: 0; text-align: left; padding: .15rem .3rem; min-width: 0; }
  table.cards tbody th, table.cards td:has(details), table.cards td:last-child.text { grid-column: 1 / -1; }
  table.cards td::before { content: attr(data-label); display: block; color: var(--soft); font-size: .75rem; }
}
@media screen and (max-width: 46rem) {
  table.matrix, table.matrix tbody { display: block; }
  table.matrix tr { display: grid; grid-template-columns: repeat(var(--columns), minmax(1.7rem, 1fr)); }
  table.matrix th.text { display: block; grid-column: 1 / -1; } table.matrix thead { display: block; }
  table.matrix thead th.text { display: none; } table.matrix th, table.matrix td { padding: .15rem .2rem; min-width: 0; }
  table.matrix th:not(.text), table.matrix td { text-align: center; }
}
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #ccc; --back: #fff; --card: #fff; --hover: #fff;
  --accent: #0a5ec0; --bad: #b42318; } .top { display: none; } .card { border: 0; padding: 0; box-shadow: none; } .table { overflow: visible; } table { font-size: 8pt; } th, td { padding: .2rem .3rem; } }
@page { size: landscape; }
)css";

}  // namespace

std::string page_head(std::string_view title, std::string_view allowed, std::string_view css) {
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action "
      "'none'; ";
  page.append(allowed).append("\">\n<title>").append(escaped(title)).append("</title>\n<style>").append(css);
  return page.append("</style>\n</head>\n<body>\n");
}

std::string html_page(std::string_view title, std::string_view body, const PageLook& look) {
  const std::string allowed =
      "style-src 'unsafe-inline'" + (look.script.empty() ? std::string() : "; script-src " + look.allowed);
  std::string page = page_head(title, allowed, look.style + style);
  page.append("<main>\n").append(body).append("</main>\n");
  if (!look.script.empty()) page += "<script type=\"module\">" + look.script + "</script>\n";
  return page + "</body>\n</html>\n";
}

}  // namespace host
