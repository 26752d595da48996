import type { Contender } from './contender.ts';
import { framePainted, newestShown } from './probe.ts';

export type Pace = { readonly perSecond: number; readonly count: number; readonly panes: number };

/** A fixed sequence of pseudorandom numbers, so that all contenders get the same traffic. */
function jitter() {
  let state = 12_345;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Adds messages to all panes in turn at irregular intervals; each in its own task as far as timers allow. */
export function pour({ perSecond, count, panes }: Pace, add: (pane: number) => void): Promise<void> {
  const random = jitter();
  const stepMs = 1_000 / perSecond;
  const due = Array.from({ length: count }, (_, index) => (index + random()) * stepMs);
  const start = performance.now();
  let next = 0;
  return new Promise((resolve) => {
    const step = () => {
      for (; (due[next] ?? Number.POSITIVE_INFINITY) <= performance.now() - start; next += 1) add(next % panes);
      const wait = due[next];
      if (wait === undefined) resolve();
      else setTimeout(step, wait - (performance.now() - start));
    };
    step();
  });
}

const patienceMs = 2_000;

/** Adds messages and measures the time in ms from each message to the first task after the frame that shows it. */
export async function watched(contender: Contender, pace: Pace, give: (pane: number) => number) {
  const pending: { readonly n: number; readonly at: number }[][] = Array.from({ length: pace.panes }, () => []);
  const taken: number[] = [];
  let until = Number.POSITIVE_INFINITY;
  const poured = pour(pace, (pane) => {
    const at = performance.now();
    const n = give(pane);
    pending[pane]?.push({ n, at });
  }).then(() => {
    until = performance.now() + patienceMs;
  });
  const left = () => pending.some((one) => one.length > 0);
  while (performance.now() < until && (until === Number.POSITIVE_INFINITY || left())) {
    await framePainted();
    const now = performance.now();
    for (const [pane, waiting] of pending.entries()) {
      const view = waiting.length > 0 ? contender.view(pane) : null;
      const shown = view ? newestShown(view) : 0;
      while (waiting[0] && waiting[0].n <= shown) taken.push(now - (waiting.shift()?.at ?? now));
    }
  }
  await poured;
  return { taken, unseen: pending.reduce((sum, one) => sum + one.length, 0) };
}
