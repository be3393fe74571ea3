// The script of a page that shows standings or a tuning without a server: its data are in the page.

import { topBar } from "./brand.js";
import { element, put } from "./dom.js";
import { standingsSections } from "./standings.js";
import { command, paragraph } from "./tables.js";
import { tuningSections } from "./tuning.js";

function showReport() {
  const data = JSON.parse(document.getElementById("report").textContent);
  put(document.body, topBar(), element("main", { class: "report" }, element("h1", {}, data.title), data.notes.map(paragraph),
    data.tuning ? tuningSections(data) : [data.command && command(data.command), standingsSections(data)]));
}

showReport();
