// The script of a page that shows standings, one of their strategies, losses, or a tuning without a server: its data are in the page.

import { blameSections } from "./blame.js";
import { siteBar } from "./brand.js";
import { element, put } from "./dom.js";
import { standingsSections } from "./standings.js";
import { ownerSections, strategySections } from "./strategy.js";
import { command, paragraph } from "./tables.js";
import { tuningSections } from "./tuning.js";

function sectionsOf(data) {
  if (data.tuning) return tuningSections(data);
  if (data.losses) return blameSections(data);
  if (data.owner) return ownerSections(data);
  return data.matches ? strategySections(data) : [data.command && command(data.command), standingsSections(data)];
}

function showReport() {
  const data = JSON.parse(document.getElementById("report").textContent);
  put(document.body, siteBar(data.up), element("main", { class: "report" }, element("h1", {}, data.title), data.notes.map(paragraph), sectionsOf(data)));
}

if (document.getElementById("report")) showReport();
