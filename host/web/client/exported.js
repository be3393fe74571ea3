// The script of a page that shows one match without a server: its data are in the page.

import { topBar } from "./brand.js";
import { element, put } from "./dom.js";
import { MatchView } from "./match.js";

function showExported() {
  const data = (id) => document.getElementById(id)?.textContent;
  const header = JSON.parse(data("match"));
  // Parsed when they are shown: a long match has many. The elements themselves leave the page with all that is in it.
  const blocks = [];
  for (let text; (text = data(`block-${blocks.length}`)) !== undefined;) blocks.push(text);
  const view = new MatchView(header, (number) => JSON.parse(blocks[number]));
  put(document.body, topBar(undefined, view.heading), element("main", {}, view.root));
  view.player.begin(header.length);
}

showExported();
