import { Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { ConversationId } from '../../contract/ids.ts';
import { SenderType } from '../../contract/im.ts';
import type { Presence } from '../../contract/socket.ts';
import { createCompanions } from '../../src/streams/companions.ts';
import { ownScope } from '../support/ownScope.ts';

const scope = ownScope();

const id = ConversationId.parse('c1');
const { patient, doctor } = SenderType;

/** A doctor's view of one patient's presence. */
function chat() {
  const typing$ = new Subject<{ conversationId: ConversationId; senderType: number }>();
  const presence$ = new Subject<Presence>();
  const linked$ = new Subject<boolean>();
  const written$ = new Subject<ConversationId>();
  const sent: string[] = [];
  const companions = createCompanions(
    { typing$, presence$, linked$, written$, sendTyping: (to) => void sent.push(to), now: Date.now },
    scope(),
  );
  const types = (senderType: number = patient) => typing$.next({ conversationId: id, senderType });
  const is = (online: boolean, senderType: number = patient) =>
    presence$.next({ conversationId: id, senderType, online, time: 1 });
  return { companions, types, is, linked$, written$, sent, shown: () => companions.patient(id).value };
}

test('typing shows for six seconds after the last sign of it', () => {
  const { types, shown } = chat();
  types();
  vi.advanceTimersByTime(5_000);
  types();
  vi.advanceTimersByTime(5_999);
  expect(shown().typing).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shown().typing).toBe(false);
});

test('a message ends the typing at once, and so does leaving', () => {
  const { types, written$, is, shown } = chat();
  types();
  written$.next(id);
  expect(shown().typing).toBe(false);
  is(true);
  types();
  is(false);
  expect(shown()).toEqual({ online: false, typing: false });
});

test("only the patient's side is shown", () => {
  const { types, is, shown } = chat();
  types(doctor);
  is(true, doctor);
  expect(shown()).toEqual({ online: null, typing: false });
});

test('presence is reset when the link is lost', () => {
  const { is, types, linked$, shown } = chat();
  is(true);
  types();
  linked$.next(false);
  expect(shown()).toEqual({ online: null, typing: false });
});

test("the doctor's typing is sent at most every three seconds", () => {
  const { companions, sent } = chat();
  for (let ms = 0; ms <= 6_000; ms += 500) {
    companions.typed(id);
    vi.advanceTimersByTime(500);
  }
  expect(sent).toEqual([id, id, id]);
});
