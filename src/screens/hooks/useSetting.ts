import { useCallback, useEffect } from 'react';
import { useApp } from '../app/app.ts';
import { useLive } from './useLive.ts';

type Value = string | number | boolean;

/** The stored setting, not validated, and its setter. */
function useStoredSetting(name: string) {
  const { settings } = useApp();
  const stored = useLive(settings.current$)[name];
  useEffect(() => settings.load(), [settings]);
  const choose = useCallback((value: Value) => settings.choose({ [name]: value }), [settings, name]);
  return [stored, choose] as const;
}

/** A text setting; the caller validates it. */
export function useSettingText(name: string, usual: string): [string, (value: string) => void] {
  const [stored, choose] = useStoredSetting(name);
  return [typeof stored === 'string' ? stored : usual, choose];
}

/** A setting with fixed choices; `usual` if it is unset or invalid. */
export function useSetting<T extends Value>(name: string, usual: T, choices: readonly T[]): [T, (value: T) => void] {
  const [stored, choose] = useStoredSetting(name);
  return [choices.find((choice) => choice === stored) ?? usual, choose];
}
