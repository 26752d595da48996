import { BehaviorSubject } from 'rxjs';

const choices = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  fontSize: ['s', 'm', 'l'],
} as const;

/** How the product looks for one person on this device. `language` is null until they choose one. */
export type Appearance = {
  readonly theme: (typeof choices.theme)[number];
  readonly density: (typeof choices.density)[number];
  readonly fontSize: (typeof choices.fontSize)[number];
  readonly language: string | null;
};

type Needs = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  page: HTMLElement;
  prefersDark: MediaQueryList;
  /** Source of `storage` and print events. */
  window: EventTarget;
};

const key = 'APPEARANCE';

const oneOf = <T extends string>(allowed: readonly T[], value: unknown, otherwise: T): T =>
  allowed.find((choice) => choice === value) ?? otherwise;

function read(storage: Needs['storage']): Appearance {
  let stored: Record<string, unknown> = {};
  try {
    stored = Object(JSON.parse(storage.getItem(key) ?? '{}'));
  } catch {
    // Unreadable or forbidden storage: the defaults apply.
  }
  return {
    theme: oneOf(choices.theme, stored.theme, 'system'),
    density: oneOf(choices.density, stored.density, 'comfortable'),
    fontSize: oneOf(choices.fontSize, stored.fontSize, 'm'),
    language: typeof stored.language === 'string' ? stored.language : null,
  };
}

/**
 * Stores the appearance on this device, applies it to the page, and follows other tabs and the device's theme. Printing
 * always uses the light theme.
 */
export function createAppearance({ storage, page, prefersDark, window }: Needs) {
  const current$ = new BehaviorSubject(read(storage));
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
    if (event instanceof StorageEvent && event.key === key) adopt(read(storage));
  });
  return {
    current$: current$ as Pick<BehaviorSubject<Appearance>, 'value' | 'subscribe' | 'pipe'>,
    change(part: Partial<Appearance>) {
      const next = { ...current$.value, ...part };
      try {
        storage.setItem(key, JSON.stringify(next));
      } catch {
        // Full or forbidden storage: the choice lasts for this tab only.
      }
      adopt(next);
    },
  };
}
