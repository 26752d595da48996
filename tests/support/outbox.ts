import { BehaviorSubject, Subject, Subscription } from 'rxjs';
import { vi } from 'vitest';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import { MessageType, type Refusal } from '../../contract/im.ts';
import { uuidv7 } from '../../contract/uuidv7.ts';
import { createOutbox } from '../../src/compose/adapters/outbox.ts';
import { textContent } from '../../src/domain/messageBody.ts';
import type { OutboxMessage, Outgoing, StoreOutcome, TransmitOutcome } from '../../src/domain/outgoing.ts';
import type { Inspection } from '../../src/machines/actors.ts';
import type { SendPermission } from '../../src/machines/outbox.ts';
import { ownScope } from './ownScope.ts';

export const here = ConversationId.parse('c1');
export const there = ConversationId.parse('c2');
export const newId = () => ClientMessageId.parse(ids());
const ids = uuidv7({ now: () => 1_000, randomBytes: (n) => new Uint8Array(n) });
export const reply = (text: string) => ({ type: MessageType.text, content: textContent(text) });
export const textOf = ({ content }: Outgoing) => JSON.parse(content).content as string;
export const refusal: Refusal = { ok: false, why: 'conversationClosed', message: 'closed' };

let scope = () => new Subscription();

/** Stops the outboxes of the file after its tests. */
export function stopOutboxesAfterEachTest() {
  scope = ownScope();
}

export const settled = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

export type Answer = (outgoing: Outgoing) => TransmitOutcome | Promise<TransmitOutcome>;
export const stores: Answer = () => ({ outcome: 'stored', stored: { seq: 1 } });
export const rows = () => new Map<string, Outgoing>();

export type Tab = {
  inspection?: Inspection;
  kept?: Map<string, Outgoing>;
  permission?: SendPermission;
  answer?: Answer;
  keep?: () => Promise<StoreOutcome>;
  /** A delay between the storage's read and its delivery to the page. */
  reading?: () => Promise<void>;
  more$?: Subject<void>;
  fromPeers$?: Subject<OutboxMessage>;
  toPeers$?: Subject<OutboxMessage>;
};

/** One tab's outbox on a link with scripted answers, recording what it sends. */
export function outbox({
  inspection = {},
  kept = rows(),
  permission = { owns: true, ready: true },
  answer = stores,
  keep,
  reading,
  more$ = new Subject<void>(),
  ...bus
}: Tab = {}) {
  const permission$ = new BehaviorSubject<SendPermission>(permission);
  const sent: string[] = [];
  const replaced: (string | null)[] = [];
  const writings = new Map<string, Promise<unknown>>();
  let answers = answer;
  const shown = new Map<string, string>();
  const box = createOutbox(
    {
      inspection,
      store: {
        async keep(outgoing, draft) {
          replaced.push(draft);
          const keeping = (keep ?? (async () => 'kept' as const))();
          writings.set(outgoing.clientMessageId, keeping);
          const outcome = await keeping;
          if (outcome === 'kept') kept.set(outgoing.clientMessageId, outgoing);
          return outcome;
        },
        // Changes of one key run in the order of the requests.
        async remove(id) {
          await writings.get(id);
          kept.delete(id);
        },
        more$,
        async all() {
          const all = [...kept.values()];
          await reading?.();
          return all;
        },
      },
      transmit: async (outgoing) => {
        sent.push(textOf(outgoing));
        return answers(outgoing);
      },
      permission$: permission$,
      peers: {
        messages$: bus.fromPeers$ ?? new Subject(),
        post: (message) => queueMicrotask(() => bus.toPeers$?.next(message)),
      },
      newId,
      now: () => 1_000,
      random: () => 0,
    },
    scope(),
  );
  scope().add(
    box.changes$.subscribe((change) => {
      if (change.kind === 'dropped') shown.delete(change.clientMessageId);
      else shown.set(change.outgoing.clientMessageId, `${textOf(change.outgoing)} ${change.outgoing.delivery.state}`);
    }),
  );
  const answersNow = (next: Answer) => {
    answers = next;
  };
  return { box, kept, sent, replaced, permission$, answersNow, shown: () => [...shown.values()] };
}

export const tooMany: Refusal = { ok: false, why: 'rateLimited', message: 'slow', retryAfterMs: 3_000 };
