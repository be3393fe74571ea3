// The view of a run: standings, the strategies against each other, and its matches as a table to sort and to filter.

import { card, element, numberText, put, sortableHeads } from "./dom.js";
import { read } from "./server.js";
import { standingsOverview } from "./standings.js";

const refresh = 3000;  // milliseconds, while the run is played
const mostRows = 300;  // of the table of matches, until one asks for more

/** The table of matches. Keeps the reader's choice of order and filter while the run goes on. */
class MatchTable {
  constructor(run) {
    this.order = { column: "number", down: false };
    this.rows = mostRows;
    this.words = element("input", { type: "search", placeholder: "seed, strategy or outcome", "aria-label": "Filter matches", oninput: () => this.fill() });
    this.failures = element("input", { type: "checkbox", onchange: () => this.fill() });
    this.columns = [
      { name: "Match", key: (row) => row.number, number: true, id: "number" },
      { name: "Seed", key: (row) => BigInt(row.seed), number: true, id: "seed" },
      { name: "Strategies", key: (row) => row.names.join(), id: "names" },
      { name: "Scores", key: (row) => row.scores[0], number: true, id: "scores" },
      { name: "Difference", key: (row) => row.scores[0] - Math.max(...row.scores.slice(1)), number: true, id: "difference", versus: true },
      { name: "Outcome", key: (row) => row.outcomes.filter((kind) => kind !== "ok").join(), id: "outcome" },
      { name: "CPU s", key: (row) => row.cpu_s.reduce((sum, each) => sum + each, 0), number: true, id: "cpu" },
    ];
    this.columns = this.columns.filter((column) => !column.versus || run.table.some((row) => row.scores.length > 1));
    this.heads = element("tr", {});
    this.body = element("tbody", {});
    this.note = element("p", { class: "soft", role: "status" });
    this.more = element("button", { type: "button", onclick: () => { this.rows *= 10; this.fill(); } }, "Show more");
    this.root = element("div", {}, element("div", { class: "tools" }, this.words, element("label", { class: "check" }, this.failures, "failures only"), this.note),
      element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Matches" }, element("table", { class: "seeds" }, element("thead", {}, this.heads), this.body)), this.more);
    this.update(run);
  }

  update(run) {
    this.run = run;
    this.pairUp();
    this.fill();
  }

  sortBy(column) {
    this.order = { column: column.id, down: this.order.column === column.id ? !this.order.down : Boolean(column.number) };
    this.fill();
    this.heads.querySelector("[aria-sort] button")?.focus();
  }

  fill() {
    put(this.heads, sortableHeads(this.columns, this.order, (column) => this.sortBy(column)), this.pairs.size ? element("th", { scope: "col" }, "Same seed") : "");
    const words = this.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (row) => [row.seed, ...row.names, ...row.outcomes].join(" ").toLowerCase();
    let rows = this.run.table.filter((row) => !this.failures.checked || row.outcomes.some((kind) => kind !== "ok"));
    rows = rows.filter((row) => words.every((word) => text(row).includes(word)));
    const { key } = this.columns.find((column) => column.id === this.order.column);
    const sign = this.order.down ? -1 : 1;
    rows.sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : a.number - b.number));
    put(this.body, rows.slice(0, this.rows).map((row) => this.row(row)));
    const all = this.run.matches;
    put(this.note, rows.length === all ? `${all} matches` : `${rows.length} of ${all} matches`);
    this.more.hidden = rows.length <= this.rows;
  }

  /** Finds for each match the next one of its seed in which the fewest seats, but at least one, have another player. */
  pairUp() {
    const bySeed = new Map();
    for (const row of this.run.table) {
      if (!bySeed.has(row.seed)) bySeed.set(row.seed, []);
      bySeed.get(row.seed).push(row);
    }
    this.pairs = new Map();
    for (const rows of bySeed.values()) {
      rows.forEach((row, i) => {
        let fewest = Infinity;
        for (const other of [...rows.slice(i + 1), ...rows.slice(0, i)]) {
          const differences = other.names.filter((name, seat) => name !== row.names[seat]).length;
          if (differences === 0 || differences >= fewest) continue;
          fewest = differences;
          this.pairs.set(row.number, other);
        }
      });
    }
  }

  row(row) {
    const id = `run-${this.run.id}-${row.number}`;
    const best = Math.max(...row.scores);
    const failed = row.outcomes.map((kind, seat) => (kind === "ok" ? "" : `${row.names[seat]}: ${kind}`)).filter(Boolean);
    const cells = {
      number: element("a", { href: `match?id=${id}` }, row.number),
      seed: row.seed,
      names: row.names.join(" – "),
      scores: row.scores.map((score, i) => [i > 0 && " : ", row.scores.length > 1 && score === best ? element("b", {}, numberText(score)) : numberText(score)]),
      difference: numberText(row.scores[0] - Math.max(...row.scores.slice(1))),
      outcome: failed.length ? element("span", { class: "bad" }, failed.join(", ")) : "ok",
      cpu: row.cpu_s.reduce((sum, each) => sum + each, 0).toFixed(3),
    };
    const other = this.pairs.get(row.number);
    const pair = other ? element("a", { href: `compare?left=${id}&right=run-${this.run.id}-${other.number}` }, `beside ${other.names.join(" – ")}`) : "";
    return element("tr", {}, this.columns.map((column) => element("td", { class: column.number ? "number" : undefined }, cells[column.id])),
      this.pairs.size ? element("td", {}, pair) : "");
  }
}

export async function showRun(main, query) {
  const id = query.get("id");
  if (id === null) throw new Error("The address names no run.");
  const heading = element("div", { class: "heading" });
  const report = element("div", { class: "stack report" });
  let run = await read("run", { id });
  document.title = `Run ${id}, ${run.game} – Agon`;
  const matches = new MatchTable(run);
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  put(main, heading, element("div", { class: "stack" }, problem, report, card("Matches", matches.root)));
  const show = () => {
    put(heading, element("h1", {}, `Run ${run.id}: ${run.game}`), element("p", { class: "soft" },
      element("span", { class: `state ${run.state}` }, run.state), ` ${run.matches} matches, started ${run.started}`), element("pre", { tabindex: "0" }, run.command));
    put(report, run.report ? standingsOverview(run.report) : card("Standings", element("p", { class: "soft" },
      run.search ? "This is the search of 'tune': its points are no players to be ranked. Its check is a run of its own." : "No match is over yet.")));
    if (run.state !== "running") return;
    setTimeout(async () => {
      try {
        run = await read("run", { id });
      } catch (failure) {
        put(problem, failure.message);
        problem.hidden = false;
        return;
      }
      matches.update(run);
      show();
    }, refresh);
  };
  show();
}
