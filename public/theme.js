// Runs before the first paint and before the bundle: the colours, density and text size the person chose.
// src/services/appearance.ts does the same from then on; tests/services/appearance.test.tsx holds the two together.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('APPEARANCE')) || {};
  } catch {
    // Unreadable or forbidden storage: the defaults stand.
  }
  const page = document.documentElement;
  const dark =
    chosen.theme === 'dark' || (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.classList.toggle('dark', dark);
  page.dataset.density = chosen.density === 'compact' ? 'compact' : 'comfortable';
  page.dataset.fontSize = chosen.fontSize === 's' || chosen.fontSize === 'l' ? chosen.fontSize : 'm';
})();
