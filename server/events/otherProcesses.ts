import * as z from 'zod/mini';
import type { Published } from './bus.ts';

/** What carries messages between processes. */
type Link = {
  send(kind: string, data: unknown): void;
  on<Data>(kind: string, listener: (data: Data) => void): void;
};

const kind = 'event';

/** Processes of the version before name an event's hospital `tenantId`, and read it under that name. */
const Handed = z.pipe(
  z.looseObject({
    type: z.string(),
    eventId: z.string(),
    at: z.number(),
    hospitalId: z.optional(z.string()),
    tenantId: z.optional(z.string()),
  }),
  z.transform(({ tenantId, hospitalId = tenantId, ...event }) => ({ ...event, hospitalId })),
);

/** Hands a committed change to the other processes. */
export const handOver = (link: Link, event: Published): void =>
  link.send(kind, { ...event, tenantId: event.hospitalId });

/** Passes on what other processes hand over, of which each event has the members of its type. */
export const receiveEvents = (link: Link, onEvent: (event: Published) => void): void =>
  link.on<unknown>(kind, (data) => onEvent(Handed.parse(data) as Published));
