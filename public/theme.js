// Before the first paint; src/services/appearance.ts does the same later.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('APPEARANCE')) || {};
  } catch {}
  const page = document.documentElement;
  const dark =
    chosen.theme === 'dark' || (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.classList.toggle('dark', dark);
  page.dataset.density = chosen.density === 'compact' ? 'compact' : 'comfortable';
  page.dataset.fontSize = chosen.fontSize === 's' || chosen.fontSize === 'l' ? chosen.fontSize : 'm';
})();
