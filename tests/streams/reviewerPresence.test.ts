import { Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import { AccountId, PrescriptionId } from '../../contract/ids.ts';
import type { AuditorPresence } from '../../contract/staffEvents.ts';
import { createReviewerPresence } from '../../src/streams/reviewerPresence.ts';

const [me, other] = [AccountId.parse('20'), AccountId.parse('21')];
const rx = PrescriptionId.parse('7');

function presence() {
  const [linked$, events$, open$] = [
    new Subject<boolean>(),
    new Subject<AuditorPresence>(),
    new Subject<typeof rx | null>(),
  ];
  const said: (string | null)[] = [];
  const colleagues$ = createReviewerPresence(
    { me, linked$, events$, open$, tell: (open) => void said.push(open) },
    new Subscription(),
  );
  return { linked$, events$, open$, said, colleagues$ };
}

test('the platform is told what is open here, at each change and again after each reconnect', () => {
  const { linked$, open$, said } = presence();
  open$.next(null);
  linked$.next(true);
  open$.next(rx);
  linked$.next(false);
  linked$.next(true);
  expect(said).toEqual([null, rx, rx]);
});

test('colleagues are the others who are connected; without a link they are not known', () => {
  const { linked$, events$, colleagues$ } = presence();
  linked$.next(true);
  const [mine, theirs] = [me, other].map((id) => ({ by: { id, name: 'N', nameEn: 'N' }, reviewing: [rx] }));
  events$.next({ auditors: [mine, theirs].flatMap((one) => one ?? []) });
  expect(colleagues$.value).toEqual([theirs]);
  linked$.next(false);
  expect(colleagues$.value).toBeNull();
});
