// The script of a page that shows one match without a server: its data are in the page.

import { element, put } from "./dom.js";
import { logo, matchHeading, MatchView } from "./match.js";

function showExported() {
  const { header, blocks } = JSON.parse(document.getElementById("match").textContent);
  const view = new MatchView(header, (number) => blocks[number]);
  put(document.body, element("header", { class: "top" }, element("span", { class: "brand" }, logo(), "Agon")),
    element("main", {}, matchHeading(header), view.root));
  view.player.begin(header.length);
}

showExported();
