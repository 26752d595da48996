import { BehaviorSubject, map, scan } from 'rxjs';
import type { openApp } from '../src/compose/app/app.ts';
import { recordingName } from '../src/screens/alerts/recordingName.ts';
import { createMachineRecorder } from '../src/services/machineRecorder.ts';
import { announce } from './announce.ts';
import { openChannel } from './channel.ts';
import type { Pulse } from './pulse.ts';
import { namedStreams } from './streams.ts';

const keptPulses = 2_000;

/** Opens the application as a page that the workbench watches. */
export function openWatched(open: typeof openApp): typeof openApp {
  return (window, inspection = {}) => {
    // Sampled each second, so that steps within a second keep their distances.
    let aheadMs = 0;
    const now = () => Date.now() + aheadMs;
    const recorder = createMachineRecorder({
      now,
      showsContent: import.meta.env.MODE === 'demonstration',
      keepsEntries: true,
    });
    // What is saved as a file is masked in the demonstration too.
    const masked = createMachineRecorder({ now, showsContent: false, keepsEntries: false });
    const inspect: typeof recorder.inspect = (inspected) => {
      recorder.inspect(inspected);
      masked.inspect(inspected);
    };
    const app = open(window, { ...inspection, inspect });
    app.now$.subscribe((at) => {
      aheadMs = at - Date.now();
    });
    const pulses$ = new BehaviorSubject<readonly Pulse[]>([]);
    namedStreams(app)
      .pipe(
        map((value) => ({ ...value, at: now() })),
        scan((before: readonly Pulse[], pulse) => [...before, pulse].slice(-keptPulses), []),
      )
      .subscribe(pulses$);
    const announcing = announce({
      channel: openChannel(window.BroadcastChannel),
      page: window.crypto.randomUUID(),
      title: () => `${window.document.title} (${window.location.pathname})`,
      entries$: recorder.entries$,
      actors$: recorder.actors$,
      pulses$,
      recording: () => ({
        name: recordingName(now(), app.zone),
        file: JSON.stringify(masked.recording(() => true)),
      }),
    });
    window.addEventListener('pagehide', () => announcing.unsubscribe(), { once: true });
    return app;
  };
}
