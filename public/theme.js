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

// Without the first files nothing of the product runs, so this page itself says that they are missing.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root');
    if (!(target instanceof HTMLScriptElement) || !root || root.childElementCount > 0) return;
    const text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.textContent = 'The page could not be loaded. 页面加载失败。';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Reload 重新加载';
    button.addEventListener('click', () => location.reload());
    root.append(text, button);
  },
  true,
);
