/** Where the product writes down what nobody could be told: the browser's console, kept short. */
export function recordErrors(window: Window & typeof globalThis) {
  const note = (what: string, detail: unknown) => window.console.error(`[cloudroom] ${what}`, detail);
  window.addEventListener('unhandledrejection', ({ reason }) => note('unhandled', reason));
  return { note };
}
