import { filter, map, type Subscription, skip } from 'rxjs';
import * as z from 'zod/mini';
import { currentLanguage, setLanguage } from '../../locales/i18n.ts';
import { languages } from '../../locales/texts.ts';
import type { Appearance, AppearanceStore, SettingsStore } from '../../screens/app/app.ts';

const Stored = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  fontSize: z.enum(['s', 'm', 'l']),
  language: z.nullable(z.enum(languages)),
});

const isSame = (one: Appearance, other: Appearance): boolean =>
  one.theme === other.theme &&
  one.density === other.density &&
  one.fontSize === other.fontSize &&
  one.language === other.language;

/**
 * A person's appearance is stored on the platform and follows them to every device, where it is then applied before the
 * first paint. A person who has stored none keeps that of the device until they choose one.
 */
export function syncAppearance(appearance: AppearanceStore, settings: SettingsStore, scope: Subscription): void {
  const stored$ = settings.current$.pipe(
    map((all) => Stored.safeParse(all.appearance).data),
    filter((stored) => stored !== undefined),
  );
  scope.add(
    stored$.subscribe((stored) => {
      if (isSame(stored, appearance.current$.value)) return;
      appearance.change(stored);
      if (stored.language !== null && stored.language !== currentLanguage()) void setLanguage(stored.language);
    }),
  );
  scope.add(
    appearance.current$.pipe(skip(1)).subscribe((chosen) => {
      const stored = Stored.safeParse(settings.current$.value.appearance).data;
      if (!stored || !isSame(stored, chosen)) settings.choose({ appearance: chosen });
    }),
  );
  settings.load();
}
