/** Follows the browser's theme, which the page itself has read before its first paint. */
export function followTheme(window: Window): void {
  window
    .matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', ({ matches }) => window.document.documentElement.classList.toggle('dark', matches));
}
