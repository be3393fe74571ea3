// Reads the numbers of packed steps: an arithmetic decoder with adaptive contexts (host/report/packed_steps.cpp).

const [leastBits, mostBits] = [12, 20];  // of the table's index
const modelled = 8;  // leading digits of a number; the others are taken as random
const mostCounted = 40;
const mostStretched = 2047;
const learning = 64;
const mostWeight = 1 << 18;

const points = Int32Array.of(1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047,
  2549, 2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094);

/** The logistic function: from 256 times the logarithm of the odds to a probability in 2^-12. */
function squashed(value) {
  if (value > mostStretched) return 4095;
  if (value < -mostStretched) return 1;
  const within = (value + 2048) & 127;
  const at = (value + 2048) >> 7;
  return (points[at] * (128 - within) + points[at + 1] * within + 64) >> 7;
}

/** Its inverse, for each probability. */
const stretched = new Int16Array(4096).fill(mostStretched);
for (let x = -mostStretched, next = 0; x <= mostStretched; ++x) for (const end = squashed(x); next <= end; ++next) stretched[next] = x;

/** Returns a hash of a context and one more value. */
export function mixed(context, value) {
  const hash = Math.imul(Math.imul(context, 0x85EBCA6B) + value, 0x9E3779B1);
  return hash ^ (hash >>> 15);
}

/** How fast a probability follows, by the number of bits that it has been learnt from. */
const rates = Int32Array.from({ length: mostCounted + 1 }, (_, count) => Math.floor(327680 / (10 * count + 16)));

export class NumberDecoder {
  /** `bytes` of about as many numbers as `steps` have. */
  constructor(bytes, steps) {
    Object.assign(this, { bytes, at: 4, shift: 32 - Math.min(mostBits, Math.max(leastBits, 32 - Math.clz32(steps) + 8)) });
    this.range = Uint32Array.of(0, ~0, [0, 1, 2, 3].reduce((code, i) => code * 256 + (bytes[i] ?? 0), 0));  // its ends, and the code within
    this.states = new Uint32Array(2 ** (32 - this.shift)).fill(1 << 23);  // the probability of a one in 2^-16, and in the lowest byte a count
    this.weights = new Int32Array(16 * 3).fill(1 << 15);  // in 2^-16
  }

  /** Returns the next number, of this kind and in these three contexts. */
  next(kind, a, b, c) {
    this.kind = kind;
    this.a = mixed(a, kind);
    this.b = mixed(b, 16 + kind);
    this.c = mixed(c, 32 + kind);
    let digits = 0;
    while (this.bit(digits)) ++digits;
    let number = 1;
    for (let i = 0; i < digits; ++i) number = number * 2 + (i < modelled ? this.bit(32 + 256 * digits + number) : this.decoded(2048));
    return number - 1;
  }

  /** Likewise a number of either sign. */
  nextSigned(kind, a, b, c) {
    const number = this.next(kind, a, b, c);
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }

  bit(node) {
    const { states, weights, shift } = this;
    const i = mixed(this.a, node) >>> shift;
    const j = mixed(this.b, node) >>> shift;
    const k = mixed(this.c, node) >>> shift;
    const at = 3 * this.kind;
    const x = stretched[states[i] >>> 12];
    const y = stretched[states[j] >>> 12];
    const z = stretched[states[k] >>> 12];
    const likely = squashed((weights[at] * x + weights[at + 1] * y + weights[at + 2] * z) >> 16);
    const bit = this.decoded(likely);
    const error = ((bit ? 4095 : 0) - likely) * learning;
    weights[at] = moved(weights[at], x, error);
    weights[at + 1] = moved(weights[at + 1], y, error);
    weights[at + 2] = moved(weights[at + 2], z, error);
    const target = bit ? 65535 : 0;
    states[i] = learnt(states[i], target);
    states[j] = learnt(states[j], target);
    states[k] = learnt(states[k], target);
    return bit;
  }

  /** Returns a bit that is one with this probability in 2^-12. */
  decoded(probability) {
    const { range } = this;
    const middle = range[0] + ((range[1] - range[0]) >>> 12) * probability;
    const bit = range[2] <= middle ? 1 : 0;
    if (bit) range[1] = middle;
    else range[0] = middle + 1;
    while ((range[0] ^ range[1]) >>> 24 === 0) {
      range[0] <<= 8;
      range[1] = (range[1] << 8) | 255;
      range[2] = (range[2] << 8) | this.bytes[this.at++];
    }
    return bit;
  }
}

function moved(weight, input, error) {
  const next = weight + ((input * error + 32768) >> 16);
  return next > mostWeight ? mostWeight : next < -mostWeight ? -mostWeight : next;
}

function learnt(state, target) {
  const probability = state >>> 8;
  const count = state & 255;
  return ((probability + (((target - probability) * rates[count]) >> 15)) << 8) | (count < mostCounted ? count + 1 : count);
}
