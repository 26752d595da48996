type Shared = { readonly hear: ResizeObserverCallback; readonly self: ResizeObserver; readonly at: number };

const heardBy = new Map<Element, Set<Shared>>();
let native: ResizeObserver | null = null;
/** In the order in which they were made, as the browser has it. */
let inOrder: readonly Shared[] = [];
let made = 0;
const following = new WeakSet<Element>();

function watch(target: Element) {
  // Whoever begins to watch is told the size once, even where another one watches already.
  native?.unobserve(target);
  native?.observe(target, { box: following.has(target) ? 'border-box' : 'content-box' });
}

/**
 * Says whether a list of rows follows its end. Rows then only come at the end and are dropped at the beginning, and its
 * padding takes the place of those dropped: it is told when the whole of it changes, not of each row that is dropped, nor
 * because it is asked for anew with each drawing. Both would have all rows measured once more with every message.
 */
export function followsEnd(list: Element, follows: boolean): void {
  if (following.has(list) === follows) return;
  if (follows) following.add(list);
  else following.delete(list);
  if (heardBy.has(list)) watch(list);
}

function tell(entries: readonly ResizeObserverEntry[]) {
  for (const shared of inOrder) {
    const own = entries.filter(({ target }) => heardBy.get(target)?.has(shared));
    if (own.length === 0) continue;
    try {
      shared.hear(own, shared.self);
    } catch (cause) {
      reportError(cause);
    }
  }
}

/**
 * Puts every watcher of sizes on the page behind one of the browser's. Each of those is told by itself, and the page is
 * laid out anew between them; told together, the lists of all chats measure first and are drawn in one go.
 */
export function shareResizeObserver(): void {
  if (native !== null || typeof ResizeObserver === 'undefined') return;
  const Native = ResizeObserver;
  const one = new Native(tell);
  native = one;

  globalThis.ResizeObserver = class implements ResizeObserver {
    readonly #shared: Shared;
    readonly #watched = new Set<Element>();
    /** No longer watched, unless they are asked for again in the same drawing. */
    readonly #leaving = new Set<Element>();
    /** For other boxes than the usual one. */
    readonly #own: ResizeObserver;
    constructor(hear: ResizeObserverCallback) {
      made += 1;
      this.#shared = { hear, self: this, at: made };
      this.#own = new Native(hear);
    }
    observe(target: Element, options?: ResizeObserverOptions) {
      if (options?.box && options.box !== 'content-box') return this.#own.observe(target, options);
      if (this.#leaving.delete(target)) return;
      if (this.#watched.size === 0) inOrder = [...inOrder, this.#shared].sort((a, b) => a.at - b.at);
      this.#watched.add(target);
      heardBy.set(target, (heardBy.get(target) ?? new Set()).add(this.#shared));
      watch(target);
    }
    unobserve(target: Element) {
      this.#own.unobserve(target);
      if (!following.has(target) || !this.#watched.has(target)) return this.#leave(target);
      this.#leaving.add(target);
      queueMicrotask(() => this.#leaving.has(target) && this.#leave(target));
    }
    #leave(target: Element) {
      this.#leaving.delete(target);
      if (!this.#watched.delete(target)) return;
      if (this.#watched.size === 0) inOrder = inOrder.filter((shared) => shared !== this.#shared);
      const left = heardBy.get(target);
      left?.delete(this.#shared);
      if (left && left.size > 0) return;
      heardBy.delete(target);
      one.unobserve(target);
    }
    disconnect() {
      for (const target of [...this.#watched]) this.#leave(target);
      this.#own.disconnect();
    }
  };
}
