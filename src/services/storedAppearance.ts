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

/** The storage key; `public/theme.js` reads it too. */
export const appearanceKey = 'APPEARANCE';

const oneOf = <T extends string>(allowed: readonly T[], value: unknown, otherwise: T): T =>
  allowed.find((choice) => choice === value) ?? otherwise;

/** What this device has stored; the defaults where it is unreadable. */
export function readAppearance(storage: Pick<Storage, 'getItem'>): Appearance {
  let stored: Record<string, unknown> = {};
  try {
    stored = Object(JSON.parse(storage.getItem(appearanceKey) ?? '{}'));
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
