import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { RowId } from '../ids.ts';
import { Int, Ms } from '../values.ts';
import { Device } from './sessions.ts';

/** What waits for a person: how many, and the age of the oldest. */
const Waiting = z.object({ length: Int, oldestSeconds: z.number() });

/** Calls of the last five minutes of one process; durations are upper bounds. */
const CallGroup = z.object({
  /** The first parts of the calls' path; `socket` for the commands of sockets. */
  group: z.string(),
  callsPerMin: z.number(),
  errorsPerMin: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
});

/** A background job in all processes; null for what has not happened, and failures for a day. */
const Job = z.object({
  name: z.string(),
  everyMs: Int,
  lastStart: z.nullable(Ms),
  lastEnd: z.nullable(Ms),
  lastMs: z.nullable(Int),
  lastFailure: z.nullable(Ms),
  failures: Int,
});

/** An error that browsers of the hospital reported: where in the code of which release, and how often. */
const BrowserError = z.object({
  release: z.string(),
  fingerprint: z.string(),
  kind: z.enum(['screen', 'uncaught', 'rejection', 'noted', 'csp']),
  name: z.string(),
  route: z.string(),
  frames: z.array(z.object({ file: z.string(), line: Int, column: Int })),
  count: Int,
  firstTime: Ms,
  lastTime: Ms,
});

const LiveFigures = z.object({
  time: Ms,
  /** Connected sockets of the hospital, in all processes. */
  sockets: z.object({ doctor: Int, auditor: Int, administrator: Int, patient: Int }),
  /** How many processes serve, with the one that answers. */
  processes: Int,
  /** Orders that wait for a doctor, and prescriptions that wait for a review. */
  orders: Waiting,
  reviews: Waiting,
  /** Calls to the process that answers. */
  calls: z.object({ callsPerMin: z.number(), errorsPerMin: z.number(), groups: z.array(CallGroup) }),
  /** The process that answers. */
  process: z.object({
    startTime: Ms,
    memoryMiB: Int,
    eventLoopP50Ms: z.number(),
    eventLoopP99Ms: z.number(),
    /** Time from the last change to its publication to sockets; null before the first. */
    eventLagMs: z.nullable(Int),
    /** Connections to the database; null where the platform was given none to look at. */
    connections: z.nullable(z.object({ total: Int, idle: Int, waiting: Int })),
    /**
     * How it is connected with the other processes: whether what it sends arrives, the messages that wait, and the time
     * since its own heartbeat came back; null where it is alone.
     */
    bus: z.nullable(z.object({ connected: z.boolean(), waiting: Int, heartbeatAgeMs: Int })),
  }),
  /** The parts of that process that do not work now, such as `database` or `files`; empty when all do. */
  failing: z.array(z.string()),
  jobs: z.array(Job),
  /** The latest errors of browsers, at most 50. */
  browserErrors: z.array(BrowserError),
});
export type LiveFigures = z.infer<typeof LiveFigures>;

/** How the hospital's platform works right now. */
export const liveOperations = operation({
  method: 'GET',
  path: '/operations/live',
  source: 'ours',
  access: 'administrator',
  reply: LiveFigures,
});

const StaffSession = z.object({
  id: RowId,
  staff: z.object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    nameEn: z.string(),
    role: z.enum(['doctor', 'auditor', 'administrator']),
  }),
  device: Device,
  /** The address it was opened from, of IPv6 its network. */
  network: z.string(),
  signInTime: Ms,
  /** The last renewal of its tokens, which happens every half hour while it is used. */
  lastTime: Ms,
  /** The session that makes this call. */
  current: z.boolean(),
});
export type StaffSession = z.infer<typeof StaffSession>;

/** Where the hospital's staff, or one of them, are signed in: at most 500 sessions, the latest used first. */
export const staffSessions = operation({
  method: 'GET',
  path: '/operations/sessions',
  source: 'ours',
  access: 'administrator',
  query: z.object({ staffId: z.optional(RowId) }),
  reply: z.array(StaffSession),
});

/** Ends a session of the hospital's staff at once; ending it again changes nothing. */
export const endStaffSession = operation({
  method: 'POST',
  path: '/operations/endSession',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: RowId }),
  reply: z.literal(true),
});
