import type * as z from 'zod/mini';
import type { pullMessages } from '../../contract/extension/im.ts';
import type { queryImMessages } from '../../contract/http/im.ts';
import type { Db } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Bus } from '../events/bus.ts';
import type { KeyOf } from '../files/links.ts';
import { claimFiles } from './claimFiles.ts';
import { past, placesOf, pulled, type Reader } from './history.ts';
import type { Party } from './party.ts';
import { raiseIn } from './positions.ts';
import { recallIn } from './recall.ts';
import { sendIn } from './sendMessage.ts';

type Needs = { db: Db; uow: UnitOfWork; bus: Bus; now: () => number; waitFor: (from: Party) => number; keyOf: KeyOf };

/** What doctors and patients say to each other: stored once, numbered without gaps, told after commit. */
export const createMessages = ({ db, uow, bus, now, waitFor, keyOf }: Needs) => ({
  send: sendIn({
    db,
    bus,
    now,
    waitFor,
    claimFiles: (from, conversationId, shown) =>
      claimFiles(uow.read(from.tenantId), keyOf, from, conversationId, shown),
  }),
  recall: recallIn({ uow, now, keyOf }),
  raise: raiseIn({ db, bus, now }),
  past: (reader: Reader, query: z.output<(typeof queryImMessages)['body']>) =>
    past(uow.read(reader.tenantId), reader, query),
  pull: (reader: Party, pull: z.output<(typeof pullMessages)['body']>) =>
    pulled(uow.read(reader.tenantId), reader, pull),
  places: (reader: Party, ids: readonly string[]) => placesOf(uow.read(reader.tenantId), reader, ids),
});

export type Messages = ReturnType<typeof createMessages>;
