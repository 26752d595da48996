import type { Pace } from './useLive.ts';

const waiting = new Set<() => void>();
/** About one and a half frames; updates further apart get separate frames. */
const quietMs = 25;
let last = Number.NEGATIVE_INFINITY;

function runAll() {
  const due = [...waiting];
  waiting.clear();
  for (const run of due)
    try {
      run();
    } catch (cause) {
      // An error in one chat must not stop the others.
      reportError(cause);
    }
}

/** Forces layout right after rendering, so that the next frame has less to do. */
const layOut = () => queueMicrotask(() => document.documentElement.getBoundingClientRect());

/**
 * Batches updates per frame. If nothing else ran recently, it runs at once with layout; otherwise just before the next
 * frame with all other updates, so that several chats render together. A hidden page has no frames, so it runs at once.
 */
export function onNextFrame(run: () => void): () => void {
  const now = performance.now();
  const isQuiet = now - last > quietMs;
  last = now;
  const isHidden = document.visibilityState === 'hidden';
  if (isHidden || (isQuiet && waiting.size === 0)) {
    run();
    if (!isHidden) layOut();
    return () => {};
  }
  if (waiting.size === 0) requestAnimationFrame(runAll);
  waiting.add(run);
  return () => waiting.delete(run);
}

/** Renders a frequently changing value at most once per frame. */
export const oncePerFrame: Pace = {
  start(show) {
    let forget = () => {};
    return {
      due() {
        forget = onNextFrame(show);
      },
      stop: () => forget(),
    };
  },
};

/** Renders the first change at once and further ones at most this often, for what costs more than a frame has room for. */
export const atMostEvery = (ms: number): Pace => ({
  start(show) {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isDue = false;
    const rest = () => {
      timer = null;
      if (!isDue) return;
      isDue = false;
      timer = setTimeout(rest, ms);
      show();
    };
    return {
      due() {
        isDue = true;
        if (timer === null) rest();
      },
      stop() {
        if (timer !== null) clearTimeout(timer);
      },
    };
  },
});
