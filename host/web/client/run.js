// The view of a run: standings, the strategies against each other, and its matches as a table to sort and to filter.

import { element, numberText, put, sortableHeads } from "./dom.js";
import { card } from "./match.js";
import { read } from "./server.js";

const refresh = 3000;  // milliseconds, while the run is played
const mostRows = 300;  // of the table of matches, until one asks for more

function th(name, number) {
  return element("th", { scope: "col", class: number ? "number" : undefined }, name);
}

function interval(bounds) {
  const [low, high] = bounds ?? [null, null];
  if (low === null && high === null) return "";
  const text = high === null ? `from ${numberText(low)}` : low === null ? `up to ${numberText(high)}` : `[${numberText(low)}, ${numberText(high)}]`;
  return element("div", { class: "soft small" }, text);
}

function standingsTable(run) {
  const { strategies: standings, contest, rating_groups: groups } = run.standings;
  const failures = (each) => Object.entries(each.failures).map(([kind, count]) => `${count} ${kind}`).join(", ");
  const versus = standings.length > 1;
  const rated = standings.some((each) => each.rating !== undefined);
  return element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Standings" }, element("table", {}, element("thead", {}, element("tr", {}, th("Strategy"), th("Matches", true),
    groups > 1 ? th("Group that never met others", true) : "", rated ? th("Rating", true) : "", th("Mean score", true), contest === "mean" ? "" : th(`Contest: ${contest}`, true), versus ? [th("Wins", true), th("Ties", true), th("Losses", true)] : "", th("Failures", true))),
  element("tbody", {}, standings.map((each, i) => {
    const cell = (...content) => element("td", { class: "number" }, ...content);
    return element("tr", {}, element("th", { scope: "row" }, run.labels[i], " ", element("span", { class: "soft" }, each.version ?? "")),
      cell(each.matches), groups > 1 ? cell(each.rating_group) : "", rated ? cell(numberText(Math.round(each.rating)), interval(each.rating_interval)) : "",
      cell(numberText(each.mean_score), interval(each.mean_score_interval)), contest === "mean" ? "" : cell(numberText(each.contest)),
      versus ? [cell(each.wins), cell(each.ties), cell(each.losses)] : "", cell(failures(each) ? element("span", { class: "bad" }, failures(each)) : 0));
  }))));
}

function matrixTable(run) {
  const percent = (share) => (share === null ? "" : `${Math.round(share * 100)}`);
  return element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Each against each" }, element("table", { class: "matrix" },
    element("thead", {}, element("tr", {}, th("Points in %"), run.labels.map((label) => th(label, true)))),
    element("tbody", {}, run.matrix.map((row, i) => element("tr", {}, element("th", { scope: "row" }, run.labels[i]),
      row.map((share) => {
        const cell = element("td", { class: "number" }, percent(share));
        if (share !== null) cell.style.setProperty("--share", String(share));
        return cell;
      }))))));
}

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
    const failed = row.outcomes.map((kind, seat) => (kind === "ok" ? "" : `${row.names[seat]}: ${kind}`)).filter(Boolean);
    const cells = {
      number: element("a", { href: `match?id=${id}` }, row.number),
      seed: row.seed,
      names: row.names.join(" – "),
      scores: row.scores.map(numberText).join(" : "),
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
  const heading = element("div", { class: "heading" });
  const standings = card("Standings");
  const matrix = card("Each against each");
  let run = await read("run", { id });
  document.title = `Run ${id}, ${run.game} – Agon`;
  const matches = new MatchTable(run);
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  put(main, heading, element("div", { class: "stack" }, problem, standings, matrix, card("Matches", matches.root)));
  const show = () => {
    put(heading, element("h1", {}, `Run ${run.id}: ${run.game}`), element("p", { class: "soft" },
      element("span", { class: `state ${run.state}` }, run.state), ` ${run.matches} matches, started ${run.started}`), element("pre", { tabindex: "0" }, run.command));
    put(standings, element("h2", {}, "Standings"), run.standings ? standingsTable(run) : element("p", { class: "soft" },
      run.search ? "This is the search of 'tune': its points are no players to be ranked. Its check is a run of its own." : "No match is over yet."));
    matrix.hidden = !run.standings || run.labels.length < 2;
    if (!matrix.hidden) put(matrix, element("h2", {}, "Each against each"), matrixTable(run));
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
