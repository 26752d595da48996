import { useCallback, useEffect } from 'react';
import { BehaviorSubject } from 'rxjs';
import { useApp } from './app.ts';
import { perApi } from './perApi.ts';
import { useLive } from './useLive.ts';

type Value = string | number | boolean;

const saveAfterMs = 800;

/** A person's own choices on the screens. They are kept on the platform, so that they follow the person; a failure costs only the keeping. */
const settingsOf = perApi((api) => {
  const chosen$ = new BehaviorSubject<Readonly<Record<string, unknown>>>({});
  let loading: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const own: Record<string, Value> = {};

  async function load() {
    const answer = await api.getUiSetting({}, { quiet: true });
    if (answer.ok) chosen$.next({ ...answer.data, ...own });
  }
  async function save() {
    const answer = await api.getUiSetting({}, { quiet: true });
    if (answer.ok) await api.putUiSetting({ setting: { ...answer.data, ...own } }, { quiet: true });
  }
  return {
    chosen$,
    load() {
      loading ??= load();
      return loading;
    },
    choose(name: string, value: Value) {
      own[name] = value;
      chosen$.next({ ...chosen$.value, [name]: value });
      clearTimeout(timer);
      timer = setTimeout(() => void save(), saveAfterMs);
    },
  };
});

/** A text that the person's settings keep; whoever reads it judges it. */
export function useSettingText(name: string, usual: string): [string, (value: string) => void] {
  const settings = settingsOf(useApp().api);
  const kept = useLive(settings.chosen$)[name];
  useEffect(() => void settings.load(), [settings]);
  const choose = useCallback((value: string) => settings.choose(name, value), [settings, name]);
  return [typeof kept === 'string' ? kept : usual, choose];
}

/** One choice of the person; `usual` until they have made it, or where what was kept is none of the choices. */
export function useSetting<T extends Value>(name: string, usual: T, choices: readonly T[]): [T, (value: T) => void] {
  const settings = settingsOf(useApp().api);
  const kept = useLive(settings.chosen$)[name];
  useEffect(() => void settings.load(), [settings]);
  const choose = useCallback((value: T) => settings.choose(name, value), [settings, name]);
  return [choices.find((choice) => choice === kept) ?? usual, choose];
}
