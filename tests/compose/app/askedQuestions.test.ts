import { NEVER, of, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import type { Api } from '../../../contract/catalogue.ts';
import { LeaseId, PrescriptionId, RequestId } from '../../../contract/ids.ts';
import { openAskedQuestions } from '../../../src/compose/app/askedQuestions.ts';
import type { SearchedDrafts } from '../../../src/services/draftBook.ts';

const id = PrescriptionId.parse('7');
const uuid = '0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f';

/** A reviewer who writes a question; `done` says what became of the draft. */
async function asking() {
  const done: string[] = [];
  const drafts = {
    ...{ read: async () => null, adopt: () => {}, all: async () => [], copies: () => NEVER, tab: 'here' },
    write: (_: string, { text }: { text: string }) => void done.push(`kept ${text}`),
    empty: () => void done.push('emptied'),
    drop: () => void done.push('dropped'),
  } as unknown as SearchedDrafts;
  const api = { askReviewQuestion: async () => ({ ok: true, data: { id: '1' } }) } as unknown as Api;
  const scope = new Subscription();
  const given = { api, drafts, changed$: NEVER, linked$: of(true), visible$: of(true) };
  const leaseOf = () => LeaseId.parse(uuid);
  const questions = openAskedQuestions({ ...given, leaseOf, newRequestId: () => RequestId.parse(uuid) }, scope);
  const asking$ = questions.asking(id);
  await expect.poll(() => asking$.value).not.toBeNull();
  const send = (event: { type: 'text.typed'; text: string } | { type: 'sending.requested'; confirms: boolean }) =>
    asking$.value?.entry.send(event);
  return { done, scope, send, type: (text: string) => send({ type: 'text.typed', text }) };
}

test('a question that is being written stays on this machine when its reviewer signs out', async () => {
  const { done, scope, type } = await asking();
  type('Is it meant?');
  scope.unsubscribe();
  expect(done).toEqual(['kept Is it meant?']);
});

test('a question that was emptied is not one that was sent', async () => {
  const { done, send, type } = await asking();
  type('Is it meant?');
  type('');
  expect(done).toEqual(['kept Is it meant?', 'emptied']);
  type('Is it?');
  send({ type: 'sending.requested', confirms: false });
  await expect.poll(() => done).toEqual(['kept Is it meant?', 'emptied', 'kept Is it?', 'dropped']);
});
