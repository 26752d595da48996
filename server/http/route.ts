import type { Readable } from 'node:stream';
import type { Access, Operation, ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Caller, PatientCaller, StaffCaller } from '../accounts/caller.ts';
import type { Language } from '../accounts/staffPolicy.ts';
import type { Outcome } from '../db/outcome.ts';
import type { Actor } from '../trail/trail.ts';

type UserOf<Who extends Access> = Who extends 'public'
  ? Caller | null
  : Who extends 'patient'
    ? PatientCaller
    : Who extends 'party'
      ? Caller
      : StaffCaller;

/** The file of an upload while it arrives. */
export type Arriving = { name: string; stream: Readable & { truncated?: boolean } };

/** Everything about a request besides its fields: whose hospital, who asks, when, from where and in which language. */
export type Context<Who extends Access = Access> = {
  /** Empty only for the calls that find a hospital. */
  tenantId: string;
  user: UserOf<Who>;
  actor: Actor;
  now: number;
  ip: string;
  userAgent: string;
  language: Language;
  /** The access token as it was presented, whether or not it is still good. */
  token: string | null;
  file: Arriving | null;
};

type Handler<O extends Operation> = (
  input: RequestOf<O>,
  context: Context<O['access']>,
) => Promise<Outcome<ReplyInputOf<O>>>;

/** An operation with what answers it. */
export type Route = { operation: Operation; answer: (input: unknown, context: Context) => Promise<Outcome<unknown>> };

/** Answers an operation. The input is parsed, the caller's role checked and the reply parsed around the handler. */
export const route =
  <O extends Operation>(operation: O) =>
  (handler: Handler<O>): Route => ({
    operation,
    // The server parses the input with this operation's schemas and checks its access before it calls.
    answer: handler as Route['answer'],
  });
