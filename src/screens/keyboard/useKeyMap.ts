import { useMemo } from 'react';
import { useSettingText } from '../useSetting.ts';
import { type KeyMap, readKeyMap } from './keyMap.ts';
import type { ShortcutName } from './shortcuts.ts';

/** The person's own keys, which follow them from machine to machine. */
export function useKeyMap() {
  const [kept, keep] = useSettingText('keys.map', '{}');
  const map = useMemo(() => readKeyMap(kept), [kept]);
  const save = (next: KeyMap) => keep(JSON.stringify(next));
  return {
    map,
    /** Gives a shortcut other keys, none, or (null) the usual ones again. */
    change(name: ShortcutName, keys: string | null) {
      const { [name]: _, ...others } = map;
      save(keys === null ? others : { ...others, [name]: keys });
    },
    reset: () => save({}),
  };
}
