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

// Without the first files nothing of the product runs, so this page itself asks for them again and says that they are missing.
(() => {
  const firstTries = 4;
  let failures = 0;
  let notice = null;
  /** The stylesheets that the page itself names; later ones belong to the product, which asks for them again itself. */
  let styles = null;

  function say() {
    if (notice || !document.body) return;
    notice = document.createElement('div');
    const text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.textContent = 'The page could not be loaded. 页面加载失败。';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Reload 重新加载';
    button.addEventListener('click', () => location.reload());
    notice.append(text, button);
    document.body.prepend(notice);
  }
  function unsay() {
    notice?.remove();
    notice = null;
  }
  const isShown = () => Boolean(document.querySelector('#root > *, #verify > *'));

  /** Only a new element makes the browser ask again for a stylesheet. */
  function loadAgain(link) {
    const next = document.createElement('link');
    next.rel = 'stylesheet';
    next.crossOrigin = link.crossOrigin;
    next.addEventListener('load', unsay);
    styles?.push(next);
    next.href = link.href;
    link.replaceWith(next);
  }
  function styleFailed(link) {
    failures += 1;
    if (failures >= firstTries) say();
    setTimeout(() => loadAgain(link), Math.min(60_000, 250 * 2 ** failures));
  }

  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && !isShown()) say();
      const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
      if (isStyle && styles?.includes(target) !== false) styleFailed(target);
    },
    true,
  );
  // Before the scripts run, which may be sooner than the browser says that a stylesheet failed.
  document.onreadystatechange = () => {
    styles ??= [...document.querySelectorAll('link[rel=stylesheet]')];
  };
  addEventListener('DOMContentLoaded', () => {
    const shown = new MutationObserver(() => {
      if (!isShown()) return;
      shown.disconnect();
      if (failures < firstTries) unsay();
    });
    for (const root of document.querySelectorAll('#root, #verify')) shown.observe(root, { childList: true });
  });
})();
