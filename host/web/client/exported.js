// The script of a page that shows one match without a server: its data are in the page.

import { siteBar } from "./brand.js";
import { element, put } from "./dom.js";
import { MatchView } from "./match.js";
import { unpack } from "./packed.js";

/** Returns a promise of the JSON in a script element, which is in zlib's format as base64. */
function packedIn(script) {
  const bytes = Uint8Array.from(atob(script.textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

async function showExported() {
  const header = { ...JSON.parse(document.getElementById("match").textContent), plot: await packedIn(document.getElementById("plot")) };
  // Unpacked when they are shown: a long match has many. The elements themselves leave the page with all that is in it.
  const blocks = [];
  for (let block; (block = document.getElementById(`block-${blocks.length}`));) blocks.push(block);
  const view = new MatchView(header, async (number) => unpack(await packedIn(blocks[number])));
  put(document.body, siteBar(header.site?.up, header.site?.players, view.heading), element("main", {}, view.root));
  view.player.begin(header.length);
}

if (document.getElementById("match")) showExported();
