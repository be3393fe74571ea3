// The search of a tuning, from the matches that its run has stored by now: the points that it has tried.

import { card, element } from "./dom.js";
import { paragraph, reportTable, scoreText } from "./tables.js";
import { plots, search } from "./tuning.js";

const mostPlots = 12;

const meanOf = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Returns mean and 95 % interval; no interval of few numbers. */
function measured(values) {
  const mean = meanOf(values);
  if (values.length < 5) return { mean, interval: null };
  const half = 1.96 * Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - 1) / values.length);
  return { mean, interval: [mean - half, mean + half] };
}

/** Returns the points in the order of the search: { options, gains }, a gain for each seed; of the first one, the reference, none. */
function pointsOf(table) {
  const players = new Map();  // by the text of their options: { options, count, gains }
  const known = (options) => {
    const key = JSON.stringify(options);
    if (!players.has(key)) players.set(key, { options, count: 0, gains: new Map() });
    return players.get(key);
  };
  for (const row of table) for (const options of row.options) ++known(options).count;
  const alone = table.every((row) => row.options.length === 1);
  const all = [...players.values()];
  // With several seats, the opponent is in each match; alone, the first point is the start.
  const reference = alone ? all[0] : all.reduce((most, each) => (each.count > most.count ? each : most));
  const add = (player, seed, gain) => player.gains.set(seed, [...(player.gains.get(seed) ?? []), gain]);
  for (const { seed, options, values } of table) {
    if (alone && values) add(known(options[0]), seed, values[0] - values[1]);
    else if (!alone) options.forEach((each, seat) => known(each) !== reference && add(known(each), seed, values[seat] - Math.max(...values.filter((_, other) => other !== seat))));
  }
  return [reference, ...all.filter((each) => each !== reference)].map(({ options, gains }) => ({ options, gains: [...gains.values()].map(meanOf) }));
}

/** Returns the plot of an option against the gain; for values that are no numbers, by value. */
function plotOf(name, points, best) {
  const texts = points.map(({ options }) => options[name]);
  if (texts.every((text) => text !== "" && Number.isFinite(Number(text)))) return { name, at: texts.map(Number), texts, best: Number(best.options[name]) };
  const groups = [...new Set(texts)].map((value) => {
    const means = points.filter(({ options }) => options[name] === value).map(({ mean }) => mean);
    return { value, points: means.length, ...measured(means) };
  });
  return { name, groups };
}

/** Returns the cards of a run that is a search. */
export function searchSections(run) {
  const points = run.table.length > 0 ? pointsOf(run.table) : [];
  const varied = Object.keys(points[0]?.options ?? {}).filter((name) => points.some(({ options }) => options[name] !== points[0].options[name]));
  const tried = points.slice(1).filter(({ gains }) => gains.length > 0).map((point, i) => ({ ...point, number: i + 1, seeds: point.gains.length, ...measured(point.gains) }));
  if (tried.length === 0) return [card("The search", paragraph("No point has been tried yet."))];
  const complete = Math.max(...tried.map(({ seeds }) => seeds));
  const ranked = [...tried].sort((a, b) => (b.seeds === complete) - (a.seeds === complete) || b.mean - a.mean);
  const rows = ranked.map(({ number, options, seeds, mean, interval }) => [`point ${number}`, ...varied.map((name) => options[name]), seeds,
    { text: scoreText(mean, interval), below: interval && `${scoreText(interval[0], interval)} to ${scoreText(interval[1], interval)}` }]);
  const start = { ...points[0], seeds: complete, mean: 0, interval: null };
  const shown = [start, ...tried.map((point) => ({ ...point, given_up: point.seeds < complete }))];
  const tuning = { reference: "the start", points: shown, options: varied };
  return [search({ tuning }), plots({ tuning, plots: varied.slice(0, mostPlots).map((name) => plotOf(name, shown, ranked[0])) }),
    card("Points", paragraph(`This is a search: its points are no players to be ranked. The gain on each seed (${run.measure}), with 95 % intervals; points on all seeds first. The best of many is flattered by its selection: only the check, a run of its own, counts as a result.`),
      element("div", { class: "report" }, reportTable([{ name: "point", text: true }, ...varied.map((name) => ({ name })), { name: "seeds" }, { name: "gain" }], rows)))];
}
