import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { verificationCodes } from '../../../contract/extension/audit.ts';
import { LeaseId } from '../../../contract/ids.ts';
import { reviewMachine } from '../../../src/machines/review.ts';
import { startOfTest } from '../../support/fakeApp.tsx';
import { settledEvents } from '../../support/graph.ts';
import { playedPaths, withWaiting } from '../../support/playedPaths.ts';
import { rx } from '../../support/prescriptionsOf.ts';
import { reviewing, wang } from '../../support/reviewScreen.tsx';

type State = SnapshotFrom<typeof reviewMachine>;
type Value = State['value'];
type InnerOf<V> = V extends { readonly holding: infer Inner } ? (Inner extends string ? Inner : keyof Inner) : never;
/** The state of a review, within `holding` that of the reading or the decision. */
type Phase = Exclude<Extract<Value, string>, 'holding'> | InnerOf<Value>;

function phaseOf({ value }: State): Phase {
  if (typeof value === 'string') return value as Phase;
  const { holding } = value as { readonly holding: string | object };
  return (typeof holding === 'string' ? holding : Object.keys(holding)[0]) as Phase;
}

const lease = { id: LeaseId.parse('lease-1'), until: startOfTest + 180_000 };
const found = { rx: rx('1', 'Wang Min'), record: null, ruleHits: [], past: [] };
const events = [
  { type: 'verifications.confirmed', codes: verificationCodes },
  { type: 'comment.typed', comment: 'because' },
  { type: 'reasons.chosen', reasonCodes: ['dosage'] },
  { type: 'approve.requested' },
  { type: 'reject.requested' },
  { type: 'lease.lost', message: 'lost', holderName: 'Zhou Min' },
  { type: 'prescription.decided' },
  { type: 'retry.requested' },
  ...settledEvents('claim', [
    { outcome: 'leased', lease, version: 1 },
    { outcome: 'leasedByAnother', name: 'Zhou Min' },
    { outcome: 'gone', message: 'decided already' },
  ]),
  ...settledEvents('load', [{ found, draft: null, offered: null }]),
  ...settledEvents('decide', [
    { outcome: 'leaseLost', message: 'lost', holderName: null },
    { outcome: 'changed', message: 'changed', current: null },
    { outcome: 'refused', message: 'no' },
  ]),
] as never[];

const paths = playedPaths(withWaiting(reviewMachine, ['claim', 'load', 'decide']), {
  events,
  input: { id: wang.id, version: 1 },
  limit: 20_000,
  looks: ({ value, context: { decision } }) => [value, decision?.decision],
  serializeState: ({ value, context: { decision, comment, reasonCodes, checklist } }: State) => {
    const written = [comment !== '', reasonCodes.length, Object.values(checklist).every(Boolean)];
    return JSON.stringify([value, decision?.decision, ...(JSON.stringify(value).includes('reading') ? written : [])]);
  },
});

type Sheet = ReturnType<typeof within>;
const approve = (sheet: Sheet) => sheet.queryByRole('button', { name: 'Approve' });
const reject = (sheet: Sheet) => sheet.queryByRole('button', { name: 'Reject' });

/** What the review sheet shows in each state; what was found stays on it. */
const shownIn: Record<Phase, (sheet: Sheet, state: State) => void> = {
  claiming: (sheet) => expect(approve(sheet)).toBeNull(),
  unreachable: (sheet) => expect(sheet.getByRole('button', { name: 'Try again' })).toBeEnabled(),
  takenByAnother: (sheet) => expect(sheet.getByRole('alert')).toHaveTextContent('Zhou Min'),
  loading(sheet) {
    const button = approve(sheet);
    if (button !== null) expect(button).toBeDisabled();
  },
  notLoaded: (sheet) => expect(sheet.getByRole('button', { name: 'Try again' })).toBeEnabled(),
  reading(sheet) {
    expect(approve(sheet)).toBeEnabled();
    expect(reject(sheet)).toBeEnabled();
  },
  deciding(sheet, { context: { decision } }) {
    const button = decision?.decision === 'approve' ? approve(sheet) : reject(sheet);
    expect(button).toHaveAttribute('aria-busy', 'true');
  },
  lost: (sheet) => expect(sheet.getByRole('alert')).toBeVisible(),
  gone(sheet) {
    expect(approve(sheet)).toBeNull();
    expect(sheet.getAllByRole('button', { name: 'Back to the queue' })).not.toEqual([]);
  },
  closed() {
    throw new Error('a closed review is shown');
  },
};

const never = () => new Promise<never>(() => {});
const seen = new Set<Phase>();

test.each(
  paths
    .filter(({ state }) => state.status !== 'done')
    .map(({ state, events: steps }) => ({ name: JSON.stringify(state.value), state, steps })),
)('the sheet shows what a review in $name is', async ({ state, steps }) => {
  const answers = { claimAudit: never, auditContext: never, approveAudit: never, rejectAudit: never };
  const { reviewQueue } = await reviewing({ answers });
  const review = reviewQueue.getSnapshot().children.review;
  if (!review) throw new Error('no review');
  for (const event of steps) {
    act(() => review.send(event as never));
    const now = review.getSnapshot() as State;
    const sheet = within(screen.getByRole('region', { name: 'Review of RX1' }));
    shownIn[phaseOf(now)](sheet, now);
    seen.add(phaseOf(now));
  }
  expect(review.getSnapshot().value).toEqual(state.value);
  seen.add(phaseOf(state));
});

test('the paths have led through every state', () => {
  expect([...seen, 'closed'].sort()).toEqual(Object.keys(shownIn).sort());
});
