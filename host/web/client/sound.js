// A short sound for each move. Off until the reader wants it; the browser keeps that, if it keeps anything for this page.

import { element, keep, kept } from "./dom.js";

const lowest = 220;  // Hz, of the first seat
let on = false;
let context;

/** Makes the sound of a seat's move. */
export function knock(seat) {
  if (!on) return;
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = "triangle";
  tone.frequency.value = lowest * 1.25 ** (seat % 8);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.08);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.08);
}

/** Returns a button that switches the sound. */
export function soundButton() {
  const button = element("button", { type: "button", class: "icon", onclick: () => choose(!on) });
  const show = (wanted) => {
    on = wanted;
    const title = on ? "Sound is on" : "Sound is off";
    Object.assign(button, { title, textContent: "♪" });
    button.setAttribute("aria-label", "Sound");
    button.setAttribute("aria-pressed", String(on));
  };
  const choose = (wanted) => {
    show(wanted);
    keep("sound", wanted ? "on" : "off");
  };
  show(kept("sound") === "on");
  return button;
}
