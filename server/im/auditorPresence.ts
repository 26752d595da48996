import { inArray } from 'drizzle-orm';
import { staff } from '../db/schema/staff.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { rooms } from './rooms.ts';
import type { Io } from './types.ts';

type Needs = { io: Io; uow: UnitOfWork; onFault: (cause: unknown) => void };

/**
 * Announces to a hospital's auditors which of them are connected, in any process, and what each has open. Announcements
 * follow each other, so that an older state never comes after a newer one; several changes share one.
 */
export function createAuditorPresence({ io, uow, onFault }: Needs) {
  /** Hospitals with an announcement in progress; true if something has changed since it began. */
  const running = new Map<string, boolean>();

  async function send(tenantId: string) {
    const room = rooms.audit(tenantId);
    const open = new Map<string, Set<string>>();
    for (const { data } of await io.in(room).fetchSockets()) {
      const known = open.get(data.who.id) ?? new Set();
      open.set(data.who.id, data.reviewing ? known.add(data.reviewing) : known);
    }
    if (open.size === 0) return;
    const people = await uow.read(tenantId).rows(staff, inArray(staff.id, [...open.keys()]));
    const auditors = people.map(({ id, name, nameEn }) => ({
      by: { id, name, nameEn },
      reviewing: [...(open.get(id) ?? [])],
    }));
    io.to(room).emit('audit:presence', { auditors });
  }

  async function run(tenantId: string) {
    do {
      running.set(tenantId, false);
      await send(tenantId);
    } while (running.get(tenantId));
  }

  return {
    announce(tenantId: string): void {
      if (running.has(tenantId)) return void running.set(tenantId, true);
      run(tenantId)
        .catch(onFault)
        .finally(() => running.delete(tenantId));
    },
  };
}

export type AuditorPresence = ReturnType<typeof createAuditorPresence>;
