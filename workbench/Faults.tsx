import { useCallback, useEffect, useState } from 'react';
import { Button } from '../src/ui/Button.tsx';
import type { DemonstrationCalls, DemonstrationState } from './demonstrationCalls.ts';

/** A fault that goes on is looked at this often, because some end by themselves, and so is a platform that did not answer. */
const lookMs = 2_000;

/** Faults and simulated patients at a button. They exist only on a platform in demonstration mode. */
export function Faults({ calls }: { readonly calls: DemonstrationCalls }) {
  const [state, setState] = useState<DemonstrationState | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    calls.read().then(
      (read) => isCurrent && setState(read),
      () => isCurrent && setFailure('Faults and patients need a platform with --demo.'),
    );
    return () => {
      isCurrent = false;
    };
  }, [calls]);
  const looks = failure !== null || (state?.active.length ?? 0) > 0;
  const answered = useCallback((next: DemonstrationState) => {
    setState(next);
    setFailure(null);
  }, []);
  useEffect(() => {
    if (!looks) return;
    const timer = setInterval(() => calls.read().then(answered, () => {}), lookMs);
    return () => clearInterval(timer);
  }, [calls, looks, answered]);
  const act = (name: string) =>
    calls.act(name).then(answered, () => setFailure('The platform did not answer, as after some of these faults.'));
  return (
    <div className="workbench-faults">
      {[...new Set(state?.acts.map(({ group }) => group))].map((group) => (
        <fieldset key={group}>
          <legend>{group}</legend>
          {state?.acts
            .filter((one) => one.group === group)
            .map(({ name, label }) => (
              <Button
                key={name}
                size="sm"
                look="outline"
                tone="neutral"
                aria-pressed={state.active.includes(name)}
                onClick={() => void act(name)}
              >
                {label}
              </Button>
            ))}
        </fieldset>
      ))}
      <output>{failure}</output>
    </div>
  );
}
