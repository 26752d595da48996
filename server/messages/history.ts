import { Code } from '../../contract/envelope.ts';
import type { pullMessages } from '../../contract/extension/im.ts';
import type { queryImMessages } from '../../contract/http/im.ts';
import { limits } from '../../contract/limits.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Caller } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import { isPartyOf, partyOf } from './party.ts';
import { clampSeq, eventsAfter, findConversation, isAwaited, messagesPage, ownConversations } from './queries.ts';
import { mayReviewerRead } from './reviewerQueries.ts';
import { backfillOnWire, type ConversationRow, eventOnWire, type History, pageOnWire } from './wire.ts';

type PartyCall = CallContext<Caller>;
type Query = RequestOf<typeof queryImMessages>;

/**
 * Whether somebody who is no party may read a conversation: a doctor while the patient waits for this doctor or for any,
 * a reviewer while one of its prescriptions is under review.
 */
async function isReadableByOthers({ doctorId, orderId }: ConversationRow, { by, at, store }: PartyCall) {
  if (by.kind === 'patient') return false;
  if (by.isAuditor) return mayReviewerRead(store, by.id, orderId, at);
  return doctorId === null && isAwaited(store, by.id, orderId);
}

/** A page of the conversation, or what follows a cursor. */
async function historyOf(store: HospitalStore, conversation: ConversationRow, query: Query): Promise<History> {
  const { afterSeq, limit = limits.backfillPage } = query;
  return afterSeq === undefined
    ? pageOnWire(conversation, await messagesPage(store, conversation, query))
    : backfillOnWire(conversation, await eventsAfter(store, conversation, clampSeq(afterSeq), limit));
}

/** The history of a conversation, by page or by cursor. */
export async function readMessages(query: Query, context: PartyCall): Promise<Outcome<History>> {
  const { by, at, store } = context;
  const conversation = await findConversation(store, query.conversationId);
  // The two sides read their conversation all day, which is one row; a read by anybody else is a row each.
  if (conversation && isPartyOf(partyOf(by), conversation)) return done(await historyOf(store, conversation, query));
  const isAllowed = conversation !== null && (await isReadableByOthers(conversation, context));
  const entry = { action: 'read', entity: 'conversation', entityId: query.conversationId, purpose: null } as const;
  const patientId = conversation?.patientId ?? null;
  await appendTrail(store, by, at, { ...entry, patientId, ...readOutcome(isAllowed) });
  return isAllowed ? done(await historyOf(store, conversation, query)) : refused(Code.notFound);
}

/** The events after each of several cursors, in one answer of limited size. */
export async function pullEvents(
  { cursors, size }: RequestOf<typeof pullMessages>,
  { by, store }: PartyCall,
): Promise<Outcome<ReplyInputOf<typeof pullMessages>>> {
  const conversations = await ownConversations(store, partyOf(by), Object.keys(cursors));
  const pull: ReplyInputOf<typeof pullMessages> = { events: [], coveredTo: {}, heads: {} };
  for (const conversation of conversations) {
    const cursor = clampSeq(cursors[conversation.id] ?? 0);
    const room = size - pull.events.length;
    pull.heads[conversation.id] = conversation.lastSeq;
    if (cursor >= conversation.lastSeq) pull.coveredTo[conversation.id] = conversation.lastSeq;
    else if (room <= 0) pull.coveredTo[conversation.id] = cursor;
    else {
      const { rows, coveredTo } = await eventsAfter(store, conversation, cursor, room);
      pull.events.push(...rows.map((row) => eventOnWire(row, conversation.orderId)));
      pull.coveredTo[conversation.id] = coveredTo;
    }
  }
  return done(pull);
}
