import type * as z from 'zod/mini';
import type { pullMessages } from '../../contract/extension/im.ts';
import type { queryImMessages } from '../../contract/http/im.ts';
import type { Database } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Bus } from '../events/bus.ts';
import type { KeyOf, Links } from '../files/links.ts';
import { claimFiles } from './claimFiles.ts';
import { ownConversations, pullEvents, type Reader, readHistory } from './history.ts';
import type { Party } from './party.ts';
import { createRaisePosition } from './positions.ts';
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
      claimFiles(uow.read(from.tenantId), keyOf, from, conversationId, files),
  }),
  recall: createRecall({ uow, now, keyOf }),
  raisePosition: createRaisePosition({ db, bus, now }),
  history: (reader: Reader, query: z.output<(typeof queryImMessages)['body']>) =>
    readHistory(uow.read(reader.tenantId), reader, query, now()),
  pull: (reader: Party, pull: z.output<(typeof pullMessages)['body']>) =>
    pullEvents(uow.read(reader.tenantId), reader, pull),
  ownAmong: (reader: Party, ids: readonly string[]) => ownConversations(uow.read(reader.tenantId), reader, ids),
});

export type Messages = ReturnType<typeof createMessages>;
