import { useCallback, useEffect } from 'react';
import { useApp } from './app.ts';
import { useLive } from './useLive.ts';

type Value = string | number | boolean;

/** A person's own choice on the screens, as it was kept, and how to change it; whoever reads it judges it. */
function useKept(name: string) {
  const { settings } = useApp();
  const kept = useLive(settings.current$)[name];
  useEffect(() => settings.load(), [settings]);
  const choose = useCallback((value: Value) => settings.choose({ [name]: value }), [settings, name]);
  return [kept, choose] as const;
}

/** A text that the person's settings keep; whoever reads it judges it. */
export function useSettingText(name: string, usual: string): [string, (value: string) => void] {
  const [kept, choose] = useKept(name);
  return [typeof kept === 'string' ? kept : usual, choose];
}

/** One choice of the person; `usual` until they have made it, or where what was kept is none of the choices. */
export function useSetting<T extends Value>(name: string, usual: T, choices: readonly T[]): [T, (value: T) => void] {
  const [kept, choose] = useKept(name);
  return [choices.find((choice) => choice === kept) ?? usual, choose];
}
