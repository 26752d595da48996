import { useEffect } from 'react';
import { type OwnPart, useApp } from '../app/app.ts';
import { useLive } from './useLive.ts';

/** Calls `refresh`, the same function in each render, when this part changed elsewhere: at once, or as soon as it is shown again. */
export function useOwnChanges(part: OwnPart, refresh: () => unknown): void {
  const own = useLive(useApp().alerts$)?.own;
  useEffect(() => own?.follow(part, refresh), [own, part, refresh]);
}
