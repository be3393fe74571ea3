// The script of a page that shows one match without a server: its data are in the page.

import { siteBar } from "./brand.js";
import { element, put } from "./dom.js";
import { MatchView } from "./match.js";

/** Returns a promise of the JSON in an element of the page: in zlib's format, as base64. */
function inflated({ textContent }) {
  const bytes = Uint8Array.from(atob(textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

async function showExported() {
  const header = { ...JSON.parse(document.getElementById("match").textContent), plot: await inflated(document.getElementById("plot")) };
  // Inflated when they are shown: a long match has many. The elements themselves leave the page with all that is in it.
  const blocks = Array.from(document.querySelectorAll("[id^='block-']"));
  const view = new MatchView(header, (number) => inflated(blocks[number]));
  put(document.body, siteBar(header.site?.up, header.site?.players, view.heading), element("main", {}, view.root));
  view.playback.begin(header.length);
}

if (document.getElementById("match")) showExported();
