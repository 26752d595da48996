import { loadTexts } from '../locales/i18n.ts';

/**
 * While somebody signs in, what they will see next travels: the layout, and the page that they are on their way to. A
 * failure costs nothing, the same is asked for again when it is needed.
 */
export function fetchAhead(redirect: string | null): void {
  const landing = redirect?.startsWith('/cloudRoom')
    ? [import('./cloudRoom/CloudRoom.tsx')]
    : [import('./home/Home.tsx'), loadTexts('office')];
  void Promise.allSettled([import('./Shell.tsx'), loadTexts('rest'), ...landing]);
}
