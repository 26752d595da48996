import { useEffect, useRef } from 'react';
import { filter } from 'rxjs';
import { useApp } from './app.ts';
import { useLive } from './useLive.ts';

/** Calls when one of the doctor's prescriptions was changed by somebody: reviewed, expired, cancelled. */
export function usePrescriptionNews(changed: () => void): void {
  const inbox = useLive(useApp().work$)?.inbox;
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useEffect(() => {
    const heard = inbox?.applied$.pipe(filter(({ event }) => event.kind === 'prescription'));
    const subscription = heard?.subscribe(() => latest.current());
    return () => subscription?.unsubscribe();
  }, [inbox]);
}
