import type { Pace } from './useLive.ts';

const waiting = new Set<() => void>();
/** A frame and a half: what comes apart by more has a frame of its own. */
const quietMs = 25;
let last = Number.NEGATIVE_INFINITY;

function runAll() {
  const due = [...waiting];
  waiting.clear();
  for (const run of due)
    try {
      run();
    } catch (cause) {
      // One chat that breaks must not keep the others from being drawn.
      reportError(cause);
    }
}

/** Right after what is drawn now has been drawn: the frame finds it laid out. */
const layOut = () => queueMicrotask(() => document.documentElement.getBoundingClientRect());

/**
 * Runs it before the next frame is drawn: at once where all is quiet, layout and all, so that the frame has less to do,
 * and else just before the frame, together with everything else that waits for it. What several chats have to show is
 * then drawn in one go, and no later than it would be by itself. A page out of sight draws no frames.
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

/** Values that may change many times a second are drawn at most once a frame. */
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
