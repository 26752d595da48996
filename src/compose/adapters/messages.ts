import { combineLatest, filter, firstValueFrom, from, map, Observable, Subject, type Subscription, timer } from 'rxjs';
import * as z from 'zod/mini';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { type AccountId, ClientMessageId, ConversationId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { AckOf } from '../../../contract/socket.ts';
import type { Delivery } from '../../domain/message.ts';
import type { OutboxMessage } from '../../domain/outgoing.ts';
import { createTokenBucket } from '../../domain/tokenBucket.ts';
import type { Inspection } from '../../machines/actors.ts';
import type { TabChannel } from '../../services/crossTab.ts';
import type { DraftBook } from '../../services/draftBook.ts';
import type { Vault } from '../../services/vault.ts';
import { createAwaitingList } from '../../streams/awaiting.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import { createInbox } from '../../streams/inbox.ts';
import { subscriptionReady } from '../../streams/subscriptionReady.ts';
import type { Link } from './link.ts';
import { createOutbox } from './outbox.ts';

const Outgoing = z.object({
  clientMessageId: ClientMessageId,
  conversationId: ConversationId,
  type: z.int(),
  content: z.string(),
  writtenAt: z.number(),
  delivery: z.custom<Delivery>((value) => typeof value === 'object' && value !== null && 'state' in value),
  seq: z.nullable(z.int()),
});

/** Schema of the messages that a doctor's tabs post to each other about unsent messages. */
export const OutboxMessages: z.ZodMiniType<OutboxMessage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), outgoing: Outgoing }),
  z.object({
    kind: z.literal('reported'),
    clientMessageId: ClientMessageId,
    report: z.pick(Outgoing, { delivery: true, seq: true }),
  }),
  z.object({ kind: z.literal('discarded'), clientMessageId: ClientMessageId }),
]);

type Needs = {
  readonly inspection?: Inspection;
  readonly api: Api;
  readonly socket: Link;
  readonly vault: Vault;
  readonly drafts: Pick<DraftBook, 'handOver'>;
  /** Whether this tab is the leader, which sends for all tabs of the doctor. */
  readonly isLeader$: Observable<boolean>;
  readonly channel: TabChannel<OutboxMessage>;
  readonly running$: Observable<readonly ConversationId[]>;
  readonly newId: () => string;
  /** `now`: this machine's clock, for pauses. `platformNow`: the platform's clock, for message times. */
  readonly now: () => number;
  readonly platformNow: () => number;
  readonly random: () => number;
};

/** Interval of the check for lost pushes, which must be filled in within ten seconds. */
const checkEveryMs = 5_000;
/** Below the platform's rate limit per person, so that a long queue is not refused after a reconnect. */
const sendingRate = { burst: limits.messageBurst / 2, perSecond: 0.8 * limits.messagesPerSecond };

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Connects the doctor's conversations and unsent messages to the live link and the API. */
export function openMessages(needs: Needs, scope: Subscription) {
  const { api, socket, vault, drafts, isLeader$, channel, running$ } = needs;
  const ready$ = new Subject<boolean>();
  const sendLimiter = createTokenBucket(sendingRate);
  /** Rejects if the answer is missing or "rate limited", so that the caller retries. */
  const acknowledged = async (request: Promise<AckOf<'message:read'> | null>) => {
    const answer = await request;
    if (answer === null || (!answer.ok && answer.why === 'rateLimited')) throw new NoAnswer();
  };

  const outbox = createOutbox(
    {
      inspection: needs.inspection,
      store: {
        keep(outgoing, draft) {
          const id = outgoing.clientMessageId;
          if (draft === null) return vault.put('outgoing', id, outgoing);
          return drafts.handOver(draft, () => vault.replaceDraft(draft, 'outgoing', id, outgoing));
        },
        remove: (id) => vault.remove('outgoing', id),
        all: () => vault.all('outgoing', Outgoing),
        more$: vault.journalApplied$,
      },
      async transmit({ clientMessageId, conversationId, type, content }) {
        await firstValueFrom(timer(sendLimiter(needs.now())));
        const answer = await socket.request('message:send', { clientMessageId, conversationId, type, content });
        if (answer === null) return { outcome: 'unanswered' };
        if (answer.ok) return { outcome: 'stored', stored: answer };
        return { outcome: 'refused', refusal: answer };
      },
      permission$: combineLatest([isLeader$, ready$]).pipe(map(([owns, ready]) => ({ owns, ready }))),
      peers: {
        messages$: new Observable((subscriber) => channel.listen((message) => subscriber.next(message))),
        post: (message) => channel.post(message),
      },
      newId: () => ClientMessageId.parse(needs.newId()),
      now: needs.platformNow,
      random: needs.random,
    },
    scope,
  );

  const inbox = createInbox(
    {
      events$: socket.events('conversation:event'),
      linked$: socket.linked$,
      running$,
      outgoing$: outbox.changes$,
      join: (conversationIds) =>
        from(
          socket.request('conversation:join', { conversationIds: [...conversationIds] }).then((answer) => {
            if (!answer?.ok) throw new NoAnswer();
            return answer.heads;
          }),
        ),
      leave: (id) => socket.emit('conversation:leave', { conversationIds: [id] }),
      sendRead: ({ conversationId, upTo }) =>
        from(acknowledged(socket.request('message:read', { conversationId, readUpTo: upTo }))),
      sendDelivered: ({ conversationId, upTo }) =>
        from(acknowledged(socket.request('message:delivered', { conversationId, deliveredUpTo: upTo }))),
      async recall(conversationId, messageId) {
        const answer = await socket.request('message:recall', { conversationId, messageId });
        if (answer === null) return { why: 'unanswered', message: '' };
        return answer.ok ? null : answer;
      },
      older: ({ conversationId, beforeSeq, limit }) =>
        fromAnswer(() => api.queryImMessages({ conversationId, beforeSeq, limit }, { quiet: true })),
      pull: ({ conversationId, afterSeq, limit }) =>
        fromAnswer(() => api.queryImMessages({ conversationId, afterSeq, limit }, { quiet: true })),
      noteEcho: outbox.noteEcho,
      pageSize: 50,
      fillSize: limits.backfillPage,
      keep: 200,
      maxPauseMs: 15_000,
      checkEveryMs,
    },
    scope,
  );
  scope.add(inbox.ready.subscribe((ready) => ready$.next(ready)));
  return { inbox, outbox, orders$: inbox.applied$.pipe(filter(({ event }) => event.kind === 'order')) };
}

type AwaitingNeeds = {
  readonly api: Pick<Api, 'awaitList'>;
  readonly socket: Pick<Link, 'current$' | 'request' | 'events'>;
  readonly visible$: Observable<boolean>;
  readonly me: AccountId;
  readonly now: () => number;
};

const pollTimings = { everyMs: 45_000, maxPauseMs: 60_000 };
const retryMs = 2_000;

/** Connects the list of waiting patients to the live link and the API. */
export function openAwaiting({ api, socket, visible$, me, now }: AwaitingNeeds, scope: Subscription) {
  const linked$ = subscriptionReady({
    linked$: socket.current$,
    ask: async () => (await socket.request('awaiting:watch', {})) !== null,
    retryMs,
  });
  const load = () => fromAnswer(() => api.awaitList({}, { quiet: true }));
  const hints$ = socket.events('awaiting:changed');
  const awaiting = createAwaitingList({ ...pollTimings, linked$, visible$, load, hints$, me, now }, scope);
  // An approved prescription answers the patient, which the list says.
  const approved$ = socket
    .events('prescription:changed')
    .pipe(filter(({ status }) => status === PrescriptionStatus.approved));
  scope.add(approved$.subscribe(() => awaiting.refresh()));
  // The banner's facts about a patient come with the list.
  scope.add(socket.events('patient:changed').subscribe(() => awaiting.refresh()));
  return awaiting;
}
