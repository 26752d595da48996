import { expect, test } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import { signedBlankOf } from '../../src/machines/selectors/threadEntry.ts';
import { type Entry, type EntryOutcome, threadEntryMachine } from '../../src/machines/threadEntry.ts';
import { createActor, until } from '../support/actors.ts';

/** An entry on a platform that gives these outcomes in turn; null is no answer. */
function writing(outcomes: (EntryOutcome | null)[], text = '') {
  const sent: Entry[] = [];
  const kept: string[] = [];
  const clock = new SimulatedClock();
  const machine = threadEntryMachine.provide({
    actors: {
      send: fromPromise(async ({ input }) => {
        sent.push(input);
        const outcome = outcomes.shift();
        if (!outcome) throw new Error('no answer');
        return outcome;
      }),
    },
    actions: { storeDraft: (_, written) => void kept.push(written), dropDraft: () => void kept.push('sent') },
  });
  const actor = createActor(machine, { clock, input: { text } }).start();
  const type = (written: string) => actor.send({ type: 'text.typed', text: written });
  const send = (confirms = false) => actor.send({ type: 'sending.requested', confirms });
  const comes = (state: 'stored' | 'closed' | 'writing' | 'unconfirmed') => until(actor, (s) => s.matches(state));
  return { actor, clock, type, send, comes, sent, kept };
}

test('what is typed is kept, sent once, and forgotten when the platform has stored it', async () => {
  const { type, send, comes, sent, kept } = writing([{ outcome: 'stored' }]);
  type('Yes');
  send();
  send();
  await comes('stored');
  expect(sent).toEqual([{ text: 'Yes', confirms: false }]);
  expect(kept).toEqual(['Yes', 'sent']);
});

test('emptying a text is not sending it', async () => {
  const { type, kept } = writing([]);
  type('Yes');
  type('');
  expect(kept).toEqual(['Yes', '']);
});

test('an empty text is not sent, except to confirm', async () => {
  const { actor, send, comes, sent } = writing([{ outcome: 'stored' }]);
  send();
  expect(actor.getSnapshot().matches('writing')).toBe(true);
  send(true);
  await comes('stored');
  expect(sent).toEqual([{ text: '', confirms: true }]);
});

test('a text with a blank confirms nothing until the blank is filled in', async () => {
  const { actor, type, send, comes, sent } = writing([{ outcome: 'stored' }]);
  const blank = () => signedBlankOf(actor.getSnapshot());
  type('Taken since ____');
  expect(blank()).toBeNull();
  send(true);
  expect([blank(), sent]).toEqual(['____', []]);
  type('Taken since May');
  expect(blank()).toBeNull();
  send(true);
  await comes('stored');
  expect(sent).toEqual([{ text: 'Taken since May', confirms: true }]);
});

test('without an answer the same entry is sent again by itself', async () => {
  const { clock, type, send, comes, sent } = writing([null, { outcome: 'stored' }]);
  type('Yes');
  send();
  await comes('unconfirmed');
  type('No');
  clock.increment(3_000);
  await comes('stored');
  expect(sent.map(({ text }) => text)).toEqual(['Yes', 'Yes']);
});

test('a refused entry can be changed; a closed one only dismissed', async () => {
  const refused = { outcome: 'refused', message: 'Enter your password' } as const;
  const { actor, type, send, comes } = writing([refused, { outcome: 'closed', message: 'Decided' }]);
  type('Yes');
  send();
  await comes('writing');
  expect(actor.getSnapshot().context.message).toBe('Enter your password');
  send();
  await comes('closed');
  type('No');
  expect(actor.getSnapshot().context).toMatchObject({ text: 'Yes', message: 'Decided' });
  actor.send({ type: 'entry.dismissed' });
  expect(actor.getSnapshot().status).toBe('done');
});

test('the end of a question does not overtake an answer that is on its way', async () => {
  const { actor, type, send, comes } = writing([{ outcome: 'stored' }]);
  type('Yes');
  send();
  actor.send({ type: 'question.ended' });
  await comes('stored');
});

test('"Try again" sends the same entry at once', async () => {
  const { actor, type, send, comes, sent } = writing([null, { outcome: 'stored' }]);
  type('Yes');
  send();
  await comes('unconfirmed');
  actor.send({ type: 'retry.requested' });
  await comes('stored');
  expect(sent.map(({ text }) => text)).toEqual(['Yes', 'Yes']);
});

test('a text that was sent in another window is emptied here, and another one stays', () => {
  const { actor, type, kept } = writing([]);
  const text = () => actor.getSnapshot().context.text;
  type('Yes');
  actor.send({ type: 'text.sentElsewhere', text: 'No' });
  expect(text()).toBe('Yes');
  actor.send({ type: 'text.sentElsewhere', text: 'Yes' });
  expect([text(), kept, actor.getSnapshot().matches('writing')]).toEqual(['', ['Yes'], true]);
});

test('an entry without text is over with its question, and a written one stays for its author', () => {
  const [empty, written] = [writing([]), writing([])];
  written.type('Yes');
  for (const { actor } of [empty, written]) actor.send({ type: 'question.ended' });
  expect([empty.actor.getSnapshot().status, empty.kept]).toEqual(['done', ['sent']]);
  expect([written.actor.getSnapshot().value, written.actor.getSnapshot().context.text]).toEqual(['closed', 'Yes']);
});

test('a text of a question that has ended goes when it is dismissed or sent in another window', () => {
  const { actor, type, kept } = writing([]);
  type('Yes');
  actor.send({ type: 'question.ended' });
  actor.send({ type: 'text.sentElsewhere', text: 'No' });
  expect(actor.getSnapshot().status).toBe('active');
  actor.send({ type: 'text.sentElsewhere', text: 'Yes' });
  expect([actor.getSnapshot().status, kept.at(-1)]).toEqual(['done', 'sent']);
});
