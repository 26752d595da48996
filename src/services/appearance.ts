import { BehaviorSubject } from 'rxjs';
import { type Appearance, appearanceKey, readAppearance } from './storedAppearance.ts';

type Needs = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  page: HTMLElement;
  prefersDark: MediaQueryList;
  /** Source of `storage` and print events. */
  window: EventTarget;
};

/**
 * Stores the appearance on this device, applies it to the page, and follows other tabs and the device's theme. Printing
 * always uses the light theme.
 */
export function createAppearance({ storage, page, prefersDark, window }: Needs) {
  const current$ = new BehaviorSubject(readAppearance(storage));
  let printing = false;
  const apply = () => {
    const { theme, density, fontSize } = current$.value;
    const dark = theme === 'dark' || (theme === 'system' && prefersDark.matches);
    page.classList.toggle('dark', dark && !printing);
    page.dataset.density = density;
    page.dataset.fontSize = fontSize;
  };
  const adopt = (next: Appearance) => {
    current$.next(next);
    apply();
  };
  apply();
  prefersDark.addEventListener('change', apply);
  for (const event of ['beforeprint', 'afterprint'])
    window.addEventListener(event, () => {
      printing = event === 'beforeprint';
      apply();
    });
  window.addEventListener('storage', (event) => {
    if (event instanceof StorageEvent && event.key === appearanceKey) adopt(readAppearance(storage));
  });
  return {
    current$: current$ as Pick<BehaviorSubject<Appearance>, 'value' | 'subscribe' | 'pipe'>,
    change(part: Partial<Appearance>) {
      const next = { ...current$.value, ...part };
      try {
        storage.setItem(appearanceKey, JSON.stringify(next));
      } catch {
        // Full or forbidden storage: the choice lasts for this tab only.
      }
      adopt(next);
    },
  };
}
