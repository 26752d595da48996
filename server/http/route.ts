import type { Readable } from 'node:stream';
import type { Access, Operation, ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Caller, Language, PatientCaller, StaffCaller } from '../accounts/caller.ts';
import type { Outcome } from '../db/outcome.ts';
import type { Actor } from '../trail/trail.ts';

type UserOf<Who extends Access> = Who extends 'public'
  ? Caller | null
  : Who extends 'patient'
    ? PatientCaller
    : Who extends 'party' | 'account'
      ? Caller
      : StaffCaller;

/** The file of an upload while it is being received. */
export type IncomingFile = { name: string; stream: Readable & { truncated?: boolean } };

/** What a handler gets besides the input: hospital, user, time, origin and language of the call. */
export type Context<Who extends Access = Access> = {
  /** Empty only for operations that find a hospital. */
  tenantId: string;
  user: UserOf<Who>;
  actor: Actor;
  now: number;
  ip: string;
  userAgent: string;
  language: Language;
  /** The access token that came with the call, valid or not. */
  token: string | null;
  file: IncomingFile | null;
};

type Handler<O extends Operation> = (
  input: RequestOf<O>,
  context: Context<O['access']>,
) => Promise<Outcome<ReplyInputOf<O>>>;

/** An operation with its handler. */
export type Route = { operation: Operation; answer: (input: unknown, context: Context) => Promise<Outcome<unknown>> };

/** The actor of a call whose user is not known. */
export const anonymousActor = (ip: string, requestId: string): Actor => ({
  userType: null,
  userId: null,
  ip,
  requestId,
  trailRows: { ok: 0, refused: 0 },
});

/** Binds a handler to an operation. The server checks the role and parses the input before it, and parses the reply after it. */
export const route =
  <O extends Operation>(operation: O) =>
  (handler: Handler<O>): Route => ({
    operation,
    // The input was parsed with this operation's schemas, and its access checked, before this is called.
    answer: handler as Route['answer'],
  });
