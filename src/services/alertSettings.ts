import { BehaviorSubject } from 'rxjs';
import type * as z from 'zod/mini';
import type { Api } from '../../contract/catalogue.ts';
import { type AlertSettings, KeptAlertSettings, usualAlertSettings } from '../domain/alertSettings.ts';
import type { TabChannel } from './crossTab.ts';

type Kept = z.infer<typeof KeptAlertSettings>;
type Needs = {
  readonly api: Pick<Api, 'getUiSetting' | 'putUiSetting'>;
  readonly channel: TabChannel<Kept>;
};

/** Among the person's settings on the platform. */
const name = 'alerts';
const saveAfterMs = 800;
const againAfterMs = 15_000;
const plain = (settings: AlertSettings): Kept => structuredClone(settings) as Kept;

/** The person's alert settings: kept on the platform, the same in all tabs at once. */
export function alertSettings({ api, channel }: Needs) {
  const current$ = new BehaviorSubject<AlertSettings>(usualAlertSettings);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What was changed on this page: it stands above what the platform has, and nothing else does. */
  let chosen: Partial<AlertSettings> = {};
  /** Another tab has said how they stand now. */
  let told = false;
  let closed = false;

  const later = (work: () => Promise<void>, ms: number) => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void work(), ms);
  };
  async function load() {
    const answer = await api.getUiSetting({}, { quiet: true });
    if (closed || told) return;
    if (!answer.ok) later(save, againAfterMs);
    else current$.next({ ...KeptAlertSettings.parse(answer.data[name] ?? {}), ...chosen });
  }
  /** Brings what was changed to the platform, or learns what it has where nothing was; tried until it is done. */
  async function save(): Promise<void> {
    if (Object.keys(chosen).length === 0) return load();
    const answer = await api.getUiSetting({}, { quiet: true });
    if (!answer.ok) return later(save, againAfterMs);
    const next = { ...KeptAlertSettings.parse(answer.data[name] ?? {}), ...chosen };
    if (!closed) current$.next(next);
    const saved = await api.putUiSetting({ setting: { ...answer.data, [name]: plain(next) } }, { quiet: true });
    if (!saved.ok) later(save, againAfterMs);
  }
  const deaf = channel.listen((settings) => {
    told = true;
    current$.next(settings);
  });
  void load();
  return {
    current$,
    change(part: Partial<AlertSettings>) {
      chosen = { ...chosen, ...part };
      current$.next({ ...current$.value, ...part });
      channel.post(plain(current$.value));
      later(save, saveAfterMs);
    },
    close() {
      closed = true;
      deaf();
      clearTimeout(timer);
    },
  };
}
