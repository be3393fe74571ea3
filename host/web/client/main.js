// The entry of the application: chooses the view by the address.

import { element, put } from "./dom.js";
import { topBar } from "./brand.js";
import { showComparison } from "./compare.js";
import { showHome } from "./home.js";
import { showPlay } from "./play.js";
import { showRun } from "./run.js";
import { showServedMatch } from "./served.js";

const views = { "": showHome, run: showRun, match: showServedMatch, play: showPlay, compare: showComparison };

async function begin() {
  const page = location.pathname.split("/").pop();
  const link = (href, name, of) => element("a", { href, "aria-current": page === of ? "page" : undefined }, name);
  const main = element("main", { id: "main" });
  put(document.body, topBar("./", element("nav", { "aria-label": "Views" }, link("./", "Matches", ""), link("play", "Play", "play"))), main);
  try {
    await (views[page] ?? showHome)(main, new URLSearchParams(location.search));
  } catch (problem) {
    put(main, element("h1", {}, "This can't be shown"), element("p", { class: "problem", role: "alert" }, problem.message));
  }
}

begin();
