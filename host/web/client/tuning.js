// A tuning, of the data of host/report/tuning_report.cpp.

import { intervalChart, pointChart } from "./charts.js";
import { card, counted, element } from "./dom.js";
import { command, folded, paragraph, reportTable } from "./tables.js";

const shortTable = 40;  // rows; longer ones are folded

function verdict({ check, advice, command: phrases }) {
  return card("Check on other seeds", check ? [paragraph("Only this counts as a result."), element("pre", {}, check)]
    : paragraph("Not played: the tuning was interrupted, or found no better point."), paragraph(`${advice}:`), command(phrases));
}

function options({ tuning }) {
  const table = reportTable([{ name: "option", text: true }, { name: "range" }, { name: "start" }, { name: "best" }],
    tuning.options.map(({ name, range, start, best }) => [name, range, start, best]));
  return card("Options", tuning.options.length > shortTable ? folded(counted(tuning.options.length, "number"), table) : table);
}

function effects({ tuning }) {
  if (tuning.effects.length === 0) return undefined;
  const how = "The best point against itself with another value of one option: the start's, or the far end of the range if the best value is the start's. 95 % intervals.";
  const rows = tuning.effects.filter((each) => !each.does_nothing).map(({ option, found, mean, interval }) => ({ name: option + (found ? "" : ": no effect found"), value: mean, interval }));
  return card("What each option does", paragraph(how), rows.length > 0 && intervalChart({ title: "Effects of the options", description: how, axis: "gain a seed" }, rows),
    tuning.effects.filter((each) => each.does_nothing).map(({ option, seeds }) => paragraph(`${option} does nothing at the best point: equal scores on all ${counted(seeds, "seed")}.`)));
}

const isFaint = (point) => point.given_up && !point.finalist;

export function search({ tuning }) {
  const steps = tuning.points.some((point) => point.steps !== undefined);
  const how = steps ? "The found point after some of the steps, on seeds that no step has used, with 95 % intervals."
    : "Each point in the order of the search. Complete points have their 95 % interval; pale ones were given up early. The best of many points is flattered by its selection.";
  const points = tuning.points.map((point, i) => (steps ? { name: `after ${counted(point.steps, "step")}`, x: point.steps, y: point.mean, interval: point.interval }
    : { name: `${i === 0 ? "the start" : `point ${i}`}, ${counted(point.seeds, "seed")}`, x: i, y: point.mean, faint: isFaint(point), interval: isFaint(point) ? null : point.interval }));
  return card("The search", paragraph(how), pointChart({ title: "The search", description: how, axis: steps ? "steps" : "points" }, `gain a seed over ${tuning.reference}`, points));
}

function plot({ name, logarithmic, at, texts, best, groups }, points) {
  const text = { title: name, description: `Gain a seed of the tried points by their value of ${name}.`, axis: name + (logarithmic ? " (logarithm to the base 10)" : "") };
  return [element("h3", {}, name), groups
    ? intervalChart({ ...text, axis: "mean gain a seed of the points" }, groups.map((group) => ({ ...group, name: `${group.value} (${counted(group.points, "point")})`, value: group.mean })))
    : pointChart(text, "gain a seed", points.map((point, i) => ({ name: `point ${i}: ${texts[i]}`, x: at[i], y: point.mean, faint: isFaint(point) })), best)];
}

export function plots({ tuning, plots: shown }) {
  if (shown.length === 0) return undefined;
  const omitted = tuning.options.length - shown.length;
  return card("Options against gain", paragraph("Each dot is a point of the search: its value of the option, and its mean gain a seed. The dashed line is the value of the best point."),
    shown.map((each) => plot(each, tuning.points)), omitted > 0 && paragraph(`Plots of the other ${omitted} are omitted.`));
}

/** Returns the sections of its page. */
export function tuningSections(data) {
  return [verdict, options, effects, search, plots].map((section) => section(data));
}
