// The script of a page that shows one match without a server: its data are in the page.

import { siteBar } from "./brand.js";
import { element, put } from "./dom.js";
import { MatchView } from "./match.js";

/** Returns the block in a script element; a promise of it if it is compressed. */
function blockOf({ type, textContent: text }) {
  if (type === "application/json") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

function showExported() {
  const header = JSON.parse(document.getElementById("match").textContent);
  // Parsed when they are shown: a long match has many. The elements themselves leave the page with all that is in it.
  const blocks = [];
  for (let block; (block = document.getElementById(`block-${blocks.length}`));) blocks.push(block);
  const view = new MatchView(header, (number) => blockOf(blocks[number]));
  put(document.body, siteBar(header.site?.up, header.site?.players, view.heading), element("main", {}, view.root));
  view.player.begin(header.length);
}

if (document.getElementById("match")) showExported();
