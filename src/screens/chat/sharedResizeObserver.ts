type Shared = { readonly hear: ResizeObserverCallback; readonly self: ResizeObserver; readonly at: number };

const heardBy = new Map<Element, Set<Shared>>();
let native: ResizeObserver | null = null;
/** In the order in which they were made, as the browser has it. */
let inOrder: readonly Shared[] = [];
let made = 0;

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
    /** For other boxes than the usual one. */
    readonly #own: ResizeObserver;
    constructor(hear: ResizeObserverCallback) {
      made += 1;
      this.#shared = { hear, self: this, at: made };
      this.#own = new Native(hear);
    }
    observe(target: Element, options?: ResizeObserverOptions) {
      if (options?.box && options.box !== 'content-box') return this.#own.observe(target, options);
      if (this.#watched.size === 0) inOrder = [...inOrder, this.#shared].sort((a, b) => a.at - b.at);
      this.#watched.add(target);
      heardBy.set(target, (heardBy.get(target) ?? new Set()).add(this.#shared));
      // Whoever begins to watch is told the size once, even where another one watches already.
      one.unobserve(target);
      one.observe(target);
    }
    unobserve(target: Element) {
      this.#own.unobserve(target);
      if (!this.#watched.delete(target)) return;
      if (this.#watched.size === 0) inOrder = inOrder.filter((shared) => shared !== this.#shared);
      const left = heardBy.get(target);
      left?.delete(this.#shared);
      if (left && left.size > 0) return;
      heardBy.delete(target);
      one.unobserve(target);
    }
    disconnect() {
      for (const target of [...this.#watched]) this.unobserve(target);
      this.#own.disconnect();
    }
  };
}
