import { inArray } from 'drizzle-orm';
import type { SharedState } from '../cluster/sharedState.ts';
import { staff } from '../db/schema/staff.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { rooms } from './rooms.ts';
import type { Io } from './types.ts';

type Needs = { io: Io; state: SharedState; uow: UnitOfWork; onFault: (cause: unknown) => void };

const prefix = 'auditors:';
/** A reviewer with several pages open reviews one prescription on each. */
type Open = Map<string, Set<string>>;

function merge(open: Open, id: string, reviewing: readonly string[]) {
  const known = open.get(id) ?? new Set();
  open.set(id, known);
  for (const prescription of reviewing) known.add(prescription);
}

/**
 * Announces to a hospital's reviewers which of them are connected, in any process, and what each has open. Announcements
 * follow each other, so that an older state never comes after a newer one; several changes share one.
 */
export function createReviewerPresence({ io, state, uow, onFault }: Needs) {
  /** Hospitals with an announcement in progress; true if something has changed since it began. */
  const running = new Map<string, boolean>();

  function openHere(hospitalId: string): Open {
    const open: Open = new Map();
    const { sockets, adapter } = io.of('/');
    for (const socketId of adapter.rooms.get(rooms.audit(hospitalId)) ?? []) {
      const data = sockets.get(socketId)?.data;
      if (data) merge(open, data.who.id, data.reviewing ? [data.reviewing] : []);
    }
    return open;
  }

  function share(hospitalId: string, open: Open) {
    const reviewers = [...open].map(([id, reviewing]) => [id, [...reviewing]]);
    state.set(`${prefix}${hospitalId}`, reviewers.length === 0 ? null : JSON.stringify(reviewers));
  }

  async function send(hospitalId: string) {
    const open = openHere(hospitalId);
    share(hospitalId, open);
    if (open.size === 0) return;
    for (const stated of state.elsewhere(`${prefix}${hospitalId}`))
      for (const [id, reviewing] of JSON.parse(stated) as [string, string[]][]) merge(open, id, reviewing);
    const people = await uow.read(hospitalId).rows(staff, inArray(staff.id, [...open.keys()]));
    const reviewers = people.map(({ id, name, nameEn }) => ({
      by: { id, name, nameEn },
      reviewing: [...(open.get(id) ?? [])],
    }));
    io.to(rooms.audit(hospitalId)).emit('audit:presence', { auditors: reviewers });
  }

  async function run(hospitalId: string) {
    do {
      running.set(hospitalId, false);
      await send(hospitalId);
    } while (running.get(hospitalId));
  }

  function announce(hospitalId: string): void {
    if (running.has(hospitalId)) return void running.set(hospitalId, true);
    run(hospitalId)
      .catch(onFault)
      .finally(() => running.delete(hospitalId));
  }

  state.onChange((key) => {
    if (key.startsWith(prefix)) announce(key.slice(prefix.length));
  });

  return { announce };
}

export type ReviewerPresence = ReturnType<typeof createReviewerPresence>;
