import { loadTexts } from '../../locales/i18n.ts';

/**
 * Preloads the layout and the next page during sign-in; a failure is ignored, because the code is requested again when
 * needed.
 */
export function preloadNextPage(redirect: string | null): void {
  const landing = redirect?.startsWith('/cloudRoom') ? [] : [import('../home/Home.tsx'), loadTexts('office')];
  void Promise.allSettled([import('./afterSignIn.ts'), loadTexts('rest'), ...landing]);
}
