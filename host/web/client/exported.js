// The script of a page that shows one match without a server: its data are in the page.

import { siteBar } from "./brand.js";
import { element, put } from "./dom.js";
import { MatchView } from "./match.js";
import { unpacked, unzipped } from "./packed.js";

async function showExported() {
  const header = { ...JSON.parse(document.getElementById("match").textContent), plot: await unzipped(document.getElementById("plot").textContent) };
  // Unpacked when they are shown: a long match has many. The elements themselves leave the page with all that is in it.
  const blocks = new Map(Array.from(document.querySelectorAll("[id^='block-']"), (block) => [Number(block.id.slice(6)), block]));
  const view = new MatchView(header, async (number) => {
    if (!blocks.has(number)) throw new Error(`This page has only the end of the match, to be small: it leaves out ${header.left_out}.`);
    return unpacked(blocks.get(number).textContent);
  });
  put(document.body, siteBar(header.site?.up, header.site?.players, view.heading), element("main", {}, view.root));
  view.player.begin(header.length);
}

if (document.getElementById("match")) showExported();
