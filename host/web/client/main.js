// The entry of the application: chooses the view by the address.

import { element, put } from "./dom.js";
import { topBar } from "./brand.js";
import { showComparison } from "./compare.js";
import { showHome } from "./home.js";
import { showPlay } from "./play.js";
import { showRun } from "./run.js";
import { showServedMatch } from "./served.js";
import { showStart } from "./start.js";

const views = { "": showHome, run: showRun, match: showServedMatch, play: showPlay, compare: showComparison, start: showStart };

async function begin() {
  const page = location.pathname.split("/").pop();
  const link = (href, name, of) => element("a", { href, "aria-current": page === of ? "page" : undefined }, name);
  const main = element("main", { id: "main" });
  put(document.body, topBar("./", element("nav", { "aria-label": "Views" }, link("./", "Home", ""), link("play", "Play", "play"), link("start", "New run", "start"))), main);
  // What is read arrives after the browser has scrolled to where the reader was.
  const { scrolled = 0 } = history.state ?? {};
  addEventListener("pagehide", () => history.replaceState({ ...history.state, scrolled: scrollY }, ""));
  try {
    if (!Object.hasOwn(views, page)) throw new Error(`There is no page '${page}'.`);
    await views[page](main, new URLSearchParams(location.search));
    if (scrolled) scrollTo(0, scrolled);
  } catch (problem) {
    document.title = "Agon: this can't be shown";
    put(main, element("div", { class: "stack" }, element("h1", {}, "This can't be shown"), element("p", { class: "problem", role: "alert" }, problem.message),
      element("p", {}, element("a", { class: "button primary", href: "./" }, "Home"), " ", element("a", { class: "button", href: "play" }, "Play a match"))));
  }
}

begin();
