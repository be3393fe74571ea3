// The script of a page that shows one match without a server: its data are in the page.

import { siteBar } from "./brand.js";
import { element, put } from "./dom.js";
import { MatchView } from "./match.js";
import { unpacked, unzipped } from "./packed.js";

async function showExported() {
  const header = { ...JSON.parse(document.getElementById("match").textContent), plot: await unzipped(document.getElementById("plot").textContent) };
  // Unpacked when they are shown: a long match has many. The elements themselves leave the page with all that is in it.
  const blocks = [];
  for (let block; (block = document.getElementById(`block-${blocks.length}`));) blocks.push(block);
  const view = new MatchView(header, (number) => unpacked(blocks[number].textContent));
  put(document.body, siteBar(header.site?.up, header.site?.players, view.heading), element("main", {}, view.root));
  view.player.begin(header.length);
}

if (document.getElementById("match")) showExported();
