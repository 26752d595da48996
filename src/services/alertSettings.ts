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
const plain = (settings: AlertSettings): Kept => structuredClone(settings) as Kept;

/** The person's alert settings: kept on the platform, the same in all tabs at once. */
export function alertSettings({ api, channel }: Needs) {
  const current$ = new BehaviorSubject<AlertSettings>(usualAlertSettings);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChosen = false;

  async function load() {
    const answer = await api.getUiSetting({}, { quiet: true });
    if (answer.ok && !isChosen) current$.next(KeptAlertSettings.parse(answer.data[name] ?? {}));
  }
  async function save() {
    const answer = await api.getUiSetting({}, { quiet: true });
    if (!answer.ok) return;
    await api.putUiSetting({ setting: { ...answer.data, [name]: plain(current$.value) } }, { quiet: true });
  }
  const deaf = channel.listen((settings) => {
    isChosen = true;
    current$.next(settings);
  });
  void load();
  return {
    current$,
    change(part: Partial<AlertSettings>) {
      isChosen = true;
      current$.next({ ...current$.value, ...part });
      channel.post(plain(current$.value));
      clearTimeout(timer);
      timer = setTimeout(() => void save(), saveAfterMs);
    },
    close() {
      deaf();
      clearTimeout(timer);
    },
  };
}
