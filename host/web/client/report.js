// The script of a page that shows standings, or one of their strategies, without a server: its data are in the page.

import { siteBar } from "./brand.js";
import { element, put } from "./dom.js";
import { standingsSections } from "./standings.js";
import { ownerSections, strategySections } from "./strategy.js";
import { command, paragraph } from "./tables.js";

function sectionsOf(data) {
  if (data.owner) return ownerSections(data);
  return data.matches ? strategySections(data) : [data.command && command(data.command), standingsSections(data)];
}

function showReport() {
  const data = JSON.parse(document.getElementById("report").textContent);
  put(document.body, siteBar(data.up), element("main", { class: "report" }, element("h1", {}, data.title), data.notes.map(paragraph), sectionsOf(data)));
}

if (document.getElementById("report")) showReport();
