// The mark of the application, and the bar at the top of its pages.

import { element, shape } from "./dom.js";

function logo() {
  return shape("svg", { viewBox: "0 0 24 24", class: "logo", "aria-hidden": "true" },
    shape("rect", { x: 2, y: 2, width: 9, height: 9, rx: 2 }), shape("rect", { x: 13, y: 13, width: 9, height: 9, rx: 2 }),
    shape("circle", { cx: 17.5, cy: 6.5, r: 4.5 }), shape("circle", { cx: 6.5, cy: 17.5, r: 4.5 }));
}

/** Returns the bar at the top. With `home`, an address, the name of the application leads there. */
export function topBar(home, ...more) {
  const brand = home === undefined ? element("span", { class: "brand" }, logo(), "Agon") : element("a", { class: "brand", href: home }, logo(), "Agon");
  return element("header", { class: "top" }, brand, ...more);
}

/** Returns the bar of a page that needs no server. In a site, whose folder is at `up`, it leads to the index and to these
 * pages, { name, page }; the index itself has no `up`. */
export function siteBar(up, pages = [], ...more) {
  if (!up) return topBar(undefined, ...more);
  const links = [{ name: "Standings", page: "index.html" }, ...pages].map(({ name, page }) => element("a", { href: up + page }, name));
  return topBar(`${up}index.html`, ...more, element("nav", { "aria-label": "Site" }, links));
}
