import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { MessageStatus, MessageType, type Refusal } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { KeyOf } from '../files/links.ts';
import { withdrawFiles } from '../files/ownership.ts';
import { appendEvent } from './appendEvent.ts';
import { filesIn } from './contentPolicy.ts';
import { refusal } from './onWire.ts';
import { isPartyOf, type Party } from './party.ts';

export type RecallAnswer = { ok: true } | z.input<typeof Refusal>;

/** What people write themselves; cards and notices are the platform's word and stay. */
const { text, image, voice, file, caseCard } = MessageType;
const recallable: readonly (number | null)[] = [text, image, voice, file, caseCard];

/**
 * Takes back what one has written, within five minutes and while the consultation runs. The words stay in the hospital's
 * files, as its duty to keep them demands; doctor and patient see a tombstone. Doing it twice changes nothing.
 */
export const recallIn =
  ({ uow, now, keyOf }: { uow: UnitOfWork; now: () => number; keyOf: KeyOf }) =>
  (by: Party, conversationId: string, messageId: string): Promise<RecallAnswer> =>
    uow.run(by.tenantId, async (tx) => {
      const at = now();
      const place = await tx.locked(imConversation, eq(imConversation.id, conversationId));
      if (!place || !isPartyOf(by, place)) return refusal('forbidden', 'not a conversation of yours');
      const isIt = and(eq(imEvent.conversationId, conversationId), eq(imEvent.id, messageId));
      const message = await tx.first(imEvent, isIt, eq(imEvent.kind, 'message'));
      const isTheirs = message?.senderType === by.type && message.senderId === by.id;
      if (!isTheirs || !recallable.includes(message.type)) return refusal('forbidden', 'not a message of yours');
      if (message.status === MessageStatus.recalled) return { ok: true };
      if (!place.open) return refusal('conversationClosed', 'the consultation is not running');
      if (at - message.sendTime > limits.recallWithinMs)
        return refusal('recallTooLate', 'it is too late to recall this');
      await tx.change(imEvent, { status: MessageStatus.recalled }, isIt);
      const keys = filesIn(message.type ?? 0, message.content ?? '').map(keyOf);
      await withdrawFiles(
        tx,
        conversationId,
        keys.filter((key) => key !== null),
        at,
      );
      const payload = { messageId, messageSeq: message.seq, by: by.type, time: at };
      await appendEvent(tx, conversationId, { kind: 'recall', senderType: by.type, senderId: by.id, payload }, at);
      return { ok: true };
    });
