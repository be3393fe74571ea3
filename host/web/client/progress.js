// How quickly a run goes on, and when it will be over.

import { counted, fixedText, numberText } from "./dom.js";

export const refresh = 3000;  // milliseconds, while a run is played

function clock(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  return `${hours ? `${hours}:${String(minutes).padStart(2, "0")}` : minutes}:${String(rest).padStart(2, "0")}`;
}

/** Watches a run from now on. */
export class Rate {
  constructor(run) {
    Object.assign(this, { since: Date.now(), done: run.matches + run.faults });
  }

  /** Returns "120 of 400 matches, 3.5 a second, 1:20 left", as far as it is known. */
  text(run) {
    const done = run.matches + run.faults;
    const parts = [run.schedule > 0 && run.state !== "finished" ? `${numberText(done)} of ${counted(run.schedule, "match")}` : counted(done, "match")];
    const rate = (done - this.done) / ((Date.now() - this.since) / 1000);
    if (run.state === "running" && rate > 0) parts.push(`${rate < 10 ? fixedText(rate, 1) : Math.round(rate)} a second`);
    if (run.state === "running" && rate > 0 && run.schedule > 0) parts.push(`${clock((run.schedule - done) / rate)} left`);
    return parts.join(", ");
  }
}
