type Needs = {
  readonly page: Document;
  readonly fetch: typeof fetch;
  readonly navigator: Pick<Navigator, 'setAppBadge' | 'clearAppBadge'> | Record<string, never>;
};

/** Draws the count in red at the bottom of the icon, as large as a tab icon allows. */
function marked(icon: string, count: number): string {
  const text = count > 9 ? '9+' : String(count);
  const mark = `<circle cx="20.5" cy="20.5" r="11" fill="#c5221f" stroke="#fff" stroke-width="1.5"/><text x="20.5" y="${
    text.length > 1 ? 25.5 : 26.5
  }" font-family="sans-serif" font-size="${text.length > 1 ? 13 : 17}" font-weight="700" fill="#fff" text-anchor="middle">${text}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(icon.replace('</svg>', `${mark}</svg>`))}`;
}

/** Shows the number of unread messages on the tab's icon and on the installed app's icon. */
export function createTabBadge({ page, fetch, navigator }: Needs) {
  const link = page.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plain = link?.href ?? '';
  let icon: Promise<string | null> | null = null;
  let current = 0;

  async function load() {
    const reply = await fetch(plain);
    return reply.ok ? await reply.text() : null;
  }
  async function draw(count: number) {
    if (!link) return;
    if (count === 0) {
      link.href = plain;
      return;
    }
    icon ??= load().catch(() => null);
    const picture = await icon;
    if (picture !== null && current === count) link.href = marked(picture, count);
  }
  return {
    show(count: number) {
      if (count === current) return;
      current = count;
      void draw(count);
      const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
      // An app that is not installed may refuse the badge; the tab's icon shows the count as well.
      done?.catch(() => {});
    },
  };
}
