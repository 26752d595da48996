import { lte } from 'drizzle-orm';
import type { Bus, DomainEvent, Published } from '../events/bus.ts';
import { type Database, type Db, ofHospital, platformWide } from './connection.ts';
import { type HospitalStore, hospitalStore } from './hospitalStore.ts';
import { domainEvent } from './schema/trail.ts';

/** One transaction of one hospital. Announced events are stored with the change and published after the commit. */
export type Transaction = HospitalStore & { announce(event: DomainEvent): void };

export type UnitOfWork = {
  /** Reads outside a transaction. */
  read(hospitalId: string): HospitalStore;
  /** Runs `work` in a transaction, then publishes its events. */
  run<T>(hospitalId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
};

/** Transactions that are bound to a hospital and publish their events after the commit. */
export function createUnitOfWork({ db, bus, now }: { db: Database; bus: Bus; now: () => number }): UnitOfWork {
  async function store(tx: Db, hospitalId: string, events: DomainEvent[]): Promise<Published[]> {
    if (events.length === 0) return [];
    const at = now();
    const stored = await tx
      .insert(domainEvent)
      .values(events.map(({ type, ...payload }) => ({ tenantId: hospitalId, type, payload, createTime: at })))
      .returning({ id: domainEvent.id });
    return events.flatMap((event, n) => {
      const row = stored[n];
      return row ? [{ ...event, hospitalId, eventId: row.id, at }] : [];
    });
  }

  const readers = new Map<string, HospitalStore>();

  return {
    read(hospitalId) {
      const known = readers.get(hospitalId) ?? hospitalStore(db, hospitalId);
      readers.set(hospitalId, known);
      return known;
    },
    async run(hospitalId, work) {
      const { result, published } = await ofHospital(db, hospitalId).transaction(async (tx) => {
        const events: DomainEvent[] = [];
        const bound = hospitalStore(tx, hospitalId);
        const result = await work({ ...bound, announce: (event) => void events.push(event) });
        return { result, published: await store(tx, hospitalId, events) };
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
