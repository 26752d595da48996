import type { Readable } from 'node:stream';
import type { Access, Operation, ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Caller, PatientCaller, StaffCaller } from '../accounts/caller.ts';
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

/** What a handler gets besides the input: the context of its use case, the hospital and the origin of the call. */
export type Context<Who extends Access = Access> = CallContext<UserOf<Who>> & {
  /** Empty only for operations that find a hospital. */
  hospitalId: string;
  actor: Actor;
  ip: string;
  userAgent: string;
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

/** Where a request comes from, and what it calls. */
export type Origin = { ip: string; requestId: string; device: string | null; call: string };

/** The actor of a call whose user is not known. */
export const anonymousActor = ({ ip, requestId, device, call }: Origin): Actor => ({
  userType: null,
  userId: null,
  ip,
  device,
  requestId,
  call,
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
