import { lte } from 'drizzle-orm';
import type { Bus, DomainEvent, Published } from '../events/bus.ts';
import { type Database, type Db, ofHospital, platformWide } from './connection.ts';
import { domainEvent } from './schema/trail.ts';
import { type Tenanted, tenanted } from './tenanted.ts';

/** One transaction of one hospital. Announced events are stored with the change and published after the commit. */
export type Transaction = Tenanted & { announce(event: DomainEvent): void };

export type UnitOfWork = {
  /** Reads outside a transaction. */
  read(tenantId: string): Tenanted;
  /** Runs `work` in a transaction, then publishes its events. */
  run<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
};

/** Transactions that are bound to a hospital and publish their events after the commit. */
export function createUnitOfWork({ db, bus, now }: { db: Database; bus: Bus; now: () => number }): UnitOfWork {
  async function store(tx: Db, tenantId: string, events: DomainEvent[]): Promise<Published[]> {
    if (events.length === 0) return [];
    const at = now();
    const stored = await tx
      .insert(domainEvent)
      .values(events.map(({ type, ...payload }) => ({ tenantId, type, payload, createTime: at })))
      .returning({ id: domainEvent.id });
    return events.flatMap((event, n) => {
      const row = stored[n];
      return row ? [{ ...event, tenantId, eventId: row.id, at }] : [];
    });
  }

  const readers = new Map<string, Tenanted>();

  return {
    read(tenantId) {
      const known = readers.get(tenantId) ?? tenanted(db, tenantId);
      readers.set(tenantId, known);
      return known;
    },
    async run(tenantId, work) {
      const { result, published } = await ofHospital(db, tenantId).transaction(async (tx) => {
        const events: DomainEvent[] = [];
        const bound = tenanted(tx, tenantId);
        const result = await work({ ...bound, announce: (event) => void events.push(event) });
        return { result, published: await store(tx, tenantId, events) };
      });
      for (const event of published) bus.publish(event);
      return result;
    },
  };
}

const eventRetentionMs = 7 * 24 * 3_600_000;

/** Removes announced events after a week, when every client has long loaded the state that they were about. */
export async function removeOldEvents(db: Database, at: number): Promise<void> {
  await platformWide(db)
    .delete(domainEvent)
    .where(lte(domainEvent.createTime, at - eventRetentionMs));
}
