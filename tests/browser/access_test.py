"""Whether people can use every page: with a screen reader, in light and dark, on narrow and wide screens."""

import os
import pathlib
import shutil
import unittest

import browser
from layout_test import FAULTS, record_champions
from serving import TONGA, ServedTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
AXE = pathlib.Path(os.environ.get("AGON_AXE", ROOT / "build/axe/node_modules/axe-core/axe.min.js"))

# What can be told without axe-core: names of what one can operate, contrast of texts, sideways scrolling, ids used twice.
OWN_CHECKS = """
const found = [];
const visible = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
for (const control of document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=button], [tabindex='0']")) {
  if (!visible(control)) continue;
  const label = control.labels?.length ? control.labels[0].textContent : "";
  if (!(control.getAttribute("aria-label") || label || control.textContent).trim()) found.push(`no name: ${control.outerHTML.slice(0, 90)}`);
}
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const rgba = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].map((part, i) => (i < 3 ? part : part / 255));
};
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const luminance = (colour) => {
  const [r, g, b] = colour.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (node) => {
  const layers = [];
  for (let at = node; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
  return layers.reverse().reduce((below, layer) => over(layer, below), rgba("Canvas"));
};
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text = texts.nextNode(); text; text = texts.nextNode()) {
  const node = text.parentElement;
  if (!text.textContent.trim() || node.closest("script, style, noscript, :disabled, option") || !visible(node)) continue;
  const style = getComputedStyle(node);
  const cell = node.closest(".cell");
  const tile = node.matches(".ahead") ? node.previousElementSibling : node.matches(".counter") ? cell.querySelector(".plate") : cell?.querySelector(".disc") ?? cell?.querySelector(".tile");
  const below = tile ? over(rgba(getComputedStyle(tile).fill), rgba("Canvas")) : ground(node);
  // The outline of a piece sets it off as well as its own colour does.
  const paints = node instanceof SVGElement ? [style.fill, style.stroke].filter((paint) => paint !== "none") : [style.color];
  const ratio = Math.max(...paints.map((paint) => {
    const [high, low] = [luminance(over(rgba(paint), below)), luminance(below)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  }));
  const large = tile !== undefined && tile !== null || parseFloat(style.fontSize) >= 24;
  if (ratio < (large ? 3 : 4.5) - 0.005) found.push(`contrast ${ratio.toFixed(2)}: '${text.textContent.trim().slice(0, 40)}' in ${node.outerHTML.slice(0, 90)}`);
}
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth) found.push(`${root.scrollWidth} pixels wide`);
const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`two elements have the id ${id}`);
if (!document.title || !root.lang || document.querySelectorAll("h1").length !== 1) found.push("title, language or heading");
return [...new Set(found)];
"""


class Access(ServedTest):
    def test_every_page_is_accessible(self):
        """By checks of our own; and axe-core, if scripts/axe.sh could fetch it, finds nothing."""
        self.record("match.jsonl", *TONGA, "--seed", "3")
        self.run_host("replay", "match.jsonl", "--html", "page.html")
        self.run_host("tournament", *TONGA, "--seeds", "1-3", "--quiet", "--db", "results.db")
        self.run_host("standings", "--db", "results.db", "--html", "standings.html")
        self.run_host("standings", "--db", "results.db", "--html", "site")
        self.run_host("compare-trial", "--game", "tonga", "--plugin", "greedy", "--against", "random", "--set", "n=6", "--seeds", "1-3", "--quiet", "--db", "results.db")
        self.run_host("blame", "match.jsonl", "--reference", "greedy", "--seconds", "5", "--quiet", "--html", "blame.html")
        for name in ("greedy", "random"):
            (self.folder / "league/bots" / name).mkdir(parents=True)
            shutil.copy(pathlib.Path(browser.host).parent / f"plugins/tonga/{name}.so", self.folder / "league/bots" / name)
        (self.folder / "league/league.toml").write_text("seeds = 'random:1:0123456789abcdef0123456789abcdef'\nanchors = ['server']\nplacements = 1\nblocks = 2\n"
                                                        "[match]\ngame = 'tonga'\nset = ['n=6']\n")
        self.run_host("league", "run", "league", "--once", "--html", "league-site")
        champions = record_champions(self)
        self.serve("match.jsonl", *champions)
        live = self.ask("api/play", {"game": "tonga", "seed": "1", "parameters": {"n": "6"}, "seats": [{"plugin": "human"}, {"plugin": "greedy"}]})["id"]
        pages = {"home": (self.link, "td.command"), "run": (self.link + "run?id=1", ".seeds td"), "play": (self.link + "play", "#game"), "start": (self.link + "start", "#seeds"),
                 "match": (self.link + f"match?id={live}", ".cell.pickable"), "hint": (self.link + f"match?id={live}", ".moves .buttons"), "record": (self.link + "match?id=file-1", "details.card"),
                 "compare": (self.link + "compare?left=run-1-1&right=run-1-2", ".compare + section"), "problem": (self.link + "match?id=file-9", "p.problem"),
                 "exported": ((self.folder / "page.html").as_uri() + "#turn=20", ".score"), "standings": ((self.folder / "standings.html").as_uri(), "table"),
                 "trial": (self.link + "run?id=2", ".report p.soft"), "nowhere": (self.link + "nowhere", "p.problem"),
                 "embedded": (self.link + "match?id=file-1&embed=yes", "svg.board .stone"), "site": ((self.folder / "site/index.html").as_uri(), "table"),
                 "site's strategy": ((self.folder / "site/strategy/greedy.html").as_uri(), "table"),
                 "site's match": ((self.folder / "site/match/run-1-0.html").as_uri() + "#turn=20", ".score"),
                 "blame": ((self.folder / "blame.html").as_uri(), ".card"), "league": ((self.folder / "league-site/index.html").as_uri(), "table"),
                 **{f"league, {page.stem}": (page.as_uri(), "table") for page in sorted((self.folder / "league-site").glob("*/greedy*.html"))},
                 **{name: (self.link + f"match?id=file-{number}", ".score") for number, name in enumerate(champions, 2)}}
        axe = AXE.read_text() if AXE.exists() else None
        self.addCleanup(browser.browser.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        for name, (address, there) in pages.items():
            browser.browser.get("about:blank")
            self.open(address, there)
            self.script("for (const details of document.querySelectorAll('details')) details.open = true")
            if name == "hint":
                self.wait(lambda: self.script("""
                    const form = [...document.querySelectorAll("form")].find((each) => each.textContent.includes("Ask"));
                    if (!form) return false;
                    form.querySelector("select").value = "uct";
                    form.querySelector("select").dispatchEvent(new Event("change", { bubbles: true }));
                    form.querySelector("[type=submit]").click();
                    return true"""), "a hint can be asked for")
                self.wait(lambda: self.all(".candidates meter") and self.all(".board .heat rect"), "the hint is there")
            if axe:
                browser.browser.execute_cdp_cmd("Runtime.evaluate", {"expression": axe + ";undefined"})
            for width in (400, 1000, 1366, 1440):
                for scheme in ("light", "dark"):
                    self.resize(width, 900)
                    browser.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                        {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
                    with self.subTest(f"{name}, {width} pixels, {scheme}"):
                        self.assertEqual([], [*self.script(OWN_CHECKS), *self.script(FAULTS), *(self.violations() if axe and width in (400, 1440) else [])])
            if name in ("problem", "nowhere"):
                browser.browser.get_log("browser")  # the browser itself reports the refused request
        if not axe:
            self.skipTest("scripts/axe.sh has not fetched axe-core; the other checks have passed")

    def violations(self):
        return browser.browser.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ["violations"], preload: false }).then((result) => done(result.violations
              .map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 100)).slice(0, 3).join(" | ")}`)),
              (problem) => done([String(problem)]))""")
