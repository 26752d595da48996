import type { Database } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Bus } from '../events/bus.ts';
import type { KeyOf, Links } from '../files/links.ts';
import { claimFiles } from './claimFiles.ts';
import type { Party } from './party.ts';
import { createRaisePosition } from './positions.ts';
import { ownConversations } from './queries.ts';
import { createRecall } from './recall.ts';
import { createSend, type SendNeeds } from './sendMessage.ts';

type Needs = {
  db: Database;
  uow: UnitOfWork;
  bus: Bus;
  now: () => number;
  waitFor: (from: Party) => number | Promise<number>;
  keyOf: KeyOf;
  links: Pick<Links, 'unsigned'>;
  onBatch?: SendNeeds['onBatch'];
  onUnstored?: SendNeeds['onUnstored'];
};

/** Conversations: each message is stored once, numbered per conversation, and published after the commit. */
export const createMessages = ({ db, uow, bus, now, waitFor, keyOf, links, onBatch, onUnstored }: Needs) => ({
  send: createSend({
    db,
    bus,
    now,
    waitFor,
    unsigned: links.unsigned,
    onBatch,
    onUnstored,
    claimFiles: (from, conversationId, files) =>
      claimFiles(uow.read(from.hospitalId), keyOf, from, conversationId, files),
  }),
  recall: createRecall({ uow, now, keyOf }),
  raisePosition: createRaisePosition({ db, bus, now }),
  ownAmong: (reader: Party, ids: readonly string[]) => ownConversations(uow.read(reader.hospitalId), reader, ids),
});

export type Messages = ReturnType<typeof createMessages>;
