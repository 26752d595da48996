import { BehaviorSubject } from 'rxjs';
import type * as z from 'zod/mini';
import { type AlertSettings, StoredAlertSettings } from '../domain/alertSettings.ts';
import type { TabChannel } from './crossTab.ts';
import type { PersonSettings } from './personSettings.ts';

type Stored = z.infer<typeof StoredAlertSettings>;
type Needs = {
  readonly settings: Pick<PersonSettings, 'current$' | 'load' | 'choose' | 'apply'>;
  readonly channel: TabChannel<Stored>;
};

/** Key under which older versions stored all alert settings; now each setting has its own key. */
const legacyKey = 'alerts';
const prefix = `${legacyKey}.`;

const named = (part: Partial<AlertSettings>) =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [prefix + name, value]));

function alertsIn(kept: Readonly<Record<string, unknown>>): AlertSettings {
  const { [legacyKey]: legacy } = kept;
  const own = Object.entries(kept).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
  );
  return StoredAlertSettings.parse({ ...(typeof legacy === 'object' ? legacy : null), ...Object.fromEntries(own) });
}

/** The person's alert settings: stored on the platform and synchronised between tabs at once. */
export function createAlertSettings({ settings, channel }: Needs) {
  const current$ = new BehaviorSubject(alertsIn(settings.current$.value));
  const subscription = settings.current$.subscribe((kept) => current$.next(alertsIn(kept)));
  const unsubscribe = channel.listen((message) => settings.apply(named(message)));
  settings.load();
  return {
    current$,
    change(part: Partial<AlertSettings>) {
      settings.choose(named(part));
      channel.post(structuredClone(current$.value) as Stored);
    },
    close() {
      subscription.unsubscribe();
      unsubscribe();
    },
  };
}
