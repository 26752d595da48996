import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import type { Inspection } from '../machines/actors.ts';
import { ChunkTimeout, partMachine } from '../machines/part.ts';
import { absenceOf, codeOf } from '../machines/selectors/part.ts';

/** Code that the first view does not need. */
export type OnDemand<Code> = {
  readonly at: () => Code | null;
  /** Loads the code, with several tries; rejects if it stays away. Later tries go on in the background. */
  readonly load: () => Promise<Code>;
  /** Resolves once the code has been loaded, however late. Does not begin to load it. */
  readonly whenLoaded: () => Promise<Code>;
  /** Why the code stays away, or null. */
  readonly failure: () => unknown;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Error messages of Chromium, Firefox and Safari for a failed module import or a page in its place, and of Vite for its styles. */
const importErrors =
  /dynamically imported module|importing a module script failed|not a valid javascript mime type|unable to preload css/i;
const styleErrors = /unable to preload css/i;

/** Whether code could not be loaded (a new version or no connection), and has no bug. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkTimeout || (error instanceof Error && importErrors.test(error.message));

function markMissing({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset.missing = '';
}

/** Vite requests a stylesheet once and takes it for loaded from then on, so failed ones are requested again here. */
function reloadStyle(link: HTMLLinkElement): Promise<void> {
  const next = document.createElement('link');
  next.rel = 'stylesheet';
  next.crossOrigin = link.crossOrigin;
  return new Promise((resolve, reject) => {
    next.onload = () => resolve();
    next.onerror = () => reject(new TypeError(`Unable to preload CSS for ${link.href}`));
    next.href = link.href;
    link.replaceWith(next);
  });
}

async function reloadStyles(): Promise<void> {
  const missing = document.querySelectorAll<HTMLLinkElement>('link[data-missing]');
  await Promise.all([...missing].map(reloadStyle));
}

const network = fromCallback<{ type: 'unused' }>(({ sendBack }) => {
  const returned = () => sendBack({ type: 'network.returned' });
  globalThis.addEventListener?.('online', returned);
  return () => globalThis.removeEventListener?.('online', returned);
});

let inspection: Inspection = {};

/** Lets somebody see what happens in the machines of parts that are first needed from now on. */
export function inspectParts(by: Inspection) {
  inspection = by;
}

/**
 * The one way to import at run time: failed requests are repeated. Browsers older than whatwg/html#10327 answer a repeated import
 * with the first failure; there only the reload helps, which every place of a missing part offers too.
 */
export function onDemand<Code extends object>(importCode: () => Promise<Code>): OnDemand<Code> {
  const createPart = () => {
    globalThis.document?.addEventListener('error', markMissing, true);
    const load = fromPromise<object, { readonly failure: unknown }>(async ({ input: { failure } }) => {
      if (failure instanceof Error && styleErrors.test(failure.message)) await reloadStyles();
      return importCode();
    });
    return createActor(partMachine.provide({ actors: { importCode: load, network } }), inspection).start();
  };
  // Created on first use, because most parts of a page are never needed.
  let actor: ReturnType<typeof createPart> | null = null;
  function part() {
    actor ??= createPart();
    return actor;
  }
  // The machine keeps what importCode has returned.
  const at = () => (actor && codeOf(actor.getSnapshot())) as Code | null;
  const failure = () => actor && absenceOf(actor.getSnapshot());
  async function loadedOr(tag: 'away' | null): Promise<Code> {
    await waitFor(part(), (now) => now.matches('loaded') || (tag !== null && now.hasTag(tag)));
    const code = at();
    if (code === null) throw failure();
    return code;
  }
  return {
    at,
    failure,
    load() {
      if (at() === null) part().send({ type: 'part.needed' });
      return loadedOr('away');
    },
    whenLoaded: () => loadedOr(null),
    subscribe(listener) {
      const subscription = part().subscribe(listener);
      return () => subscription.unsubscribe();
    },
  };
}

const firstViewMs = 3_000;
/** The longest wait for an idle browser. */
const idleWithinMs = 5_000;

/** Runs when the first view has had its time and the browser is idle, or soon after on a busy one; returns the cancel function. */
export function whenIdle(run: () => void): () => void {
  let stop = () => {};
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback !== 'function') return run();
    const handle = requestIdleCallback(run, { timeout: idleWithinMs });
    stop = () => cancelIdleCallback(handle);
  }, firstViewMs);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
