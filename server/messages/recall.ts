import { and, eq, gt, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { MessageStatus, type Refusal } from '../../contract/im.ts';
import { skewMs } from '../db/elapsed.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import type { KeyOf } from '../files/links.ts';
import { withdrawFiles } from '../files/ownership.ts';
import { appendTrail } from '../trail/trail.ts';
import { appendEvent } from './appendEvent.ts';
import { filesIn } from './contentPolicy.ts';
import { isPartyOf, type PartyContext } from './party.ts';
import { isWrittenBy, recallIsTooLate, refusalOfRecall } from './policy.ts';
import { type EventRow, refusal } from './wire.ts';

type Which = { conversationId: string; messageId: string };

export type RecallAnswer = { ok: true } | z.input<typeof Refusal>;

/** Whether something later has an earlier time, so that the message is from before the clock was set back. */
async function isOvertaken(tx: Transaction, { conversationId, seq, sendTime }: EventRow): Promise<boolean> {
  const isLater = and(eq(imEvent.conversationId, conversationId), gt(imEvent.seq, seq));
  return (await tx.first(imEvent, isLater, lt(imEvent.sendTime, sendTime - skewMs))) !== null;
}

/**
 * Recalls one's own message, within five minutes and while the consultation is open. The hospital must retain the content,
 * so the row keeps it, and doctor and patient see a tombstone. A repeat changes nothing.
 */
export const createRecall =
  ({ uow, now, keyOf }: { uow: UnitOfWork; now: () => number; keyOf: KeyOf }) =>
  ({ conversationId, messageId }: Which, { by, actor }: PartyContext): Promise<RecallAnswer> =>
    uow.run(by.hospitalId, async (tx) => {
      const at = now();
      const conversation = await tx.locked(imConversation, eq(imConversation.id, conversationId));
      if (!conversation || !isPartyOf(by, conversation)) return refusal('forbidden', 'not a conversation of yours');
      const isThis = and(eq(imEvent.conversationId, conversationId), eq(imEvent.id, messageId));
      const message = await tx.first(imEvent, isThis, eq(imEvent.kind, 'message'));
      if (!isWrittenBy(by, message)) return refusal('forbidden', 'not a message of yours');
      if (message.status === MessageStatus.recalled) return { ok: true };
      const refused = refusalOfRecall(conversation, message, at);
      if (refused) return refused;
      if (await isOvertaken(tx, message)) return recallIsTooLate();
      await tx.change(imEvent, { status: MessageStatus.recalled }, isThis);
      const keys = filesIn(message.type ?? 0, message.content ?? '').map(keyOf);
      await withdrawFiles(
        tx,
        conversationId,
        keys.filter((key) => key !== null),
        at,
      );
      const payload = { messageId, messageSeq: message.seq, by: by.type, time: at };
      await appendEvent(tx, conversationId, { kind: 'recall', senderType: by.type, senderId: by.id, payload }, at);
      const entry = { action: 'update', entity: 'conversation', entityId: conversationId, outcome: 'ok' } as const;
      const { patientId } = conversation;
      if (actor) await appendTrail(tx, actor, at, { ...entry, patientId, purpose: null, detail: { call: actor.call } });
      return { ok: true };
    });
