import { screen } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { afterServiceMs, serviceHoursOf } from '../../../clinical/lifecycle/serviceTime.ts';
import { type App, AppContext } from '../../../src/screens/app/app.ts';
import { WaitClock } from '../../../src/screens/lists/WaitClock.tsx';
import { fakeActor } from '../../support/fakeActor.ts';
import { show } from '../../support/render.tsx';

const hours = serviceHoursOf([{ from: 8 * 60, to: 22 * 60 }]);
const at = (time: string) => Date.parse(`${time}:00+08:00`);

/** A wait with a limit of 20 minutes, in a hospital that is open from 8 to 22. */
function showWait(since: string, now: string) {
  const session = fakeActor({ context: { hospital: { serviceHours: hours } } }, (before) => before);
  const app = { session, now$: new BehaviorSubject(at(now)) } as unknown as App;
  const limitAt = afterServiceMs(hours, at(since), 20 * 60_000);
  show(
    <AppContext value={app}>
      <WaitClock since={at(since)} limitAt={limitAt} />
    </AppContext>,
  );
}

test.each([
  ['2026-05-06T21:50', '2026-05-07T08:05', 'waiting 10 h, overdue after 20 min of service hours'],
  ['2026-05-06T21:50', '2026-05-07T08:16', 'waiting 10 h, 6 min of service hours longer than the limit'],
  ['2026-05-06T10:00', '2026-05-06T10:05', 'waiting 5 min, overdue after 20 min'],
  ['2026-05-06T10:00', '2026-05-06T10:26', 'waiting 26 min, 6 min longer than the limit'],
])('a wait from %s to %s says “%s”', (since, now, sentence) => {
  showWait(since, now);
  expect(screen.getByText((text) => text.replaceAll('\u00a0', ' ') === sentence)).toBeInTheDocument();
});
