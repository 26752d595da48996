import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** Origin of an operation's fields: the specification, the hospital platform it descends from, or this product. */
export type Source = 'specification' | 'inherited' | 'ours';

/**
 * Who may call: anybody, anybody signed in, any staff member of the hospital, doctors and reviewers, one role, administrators
 * who operate the platform, a patient, or doctor and patient of a conversation.
 */
export type Access =
  | 'public'
  | 'account'
  | 'staff'
  | 'clinician'
  | 'doctor'
  | 'auditor'
  | 'administrator'
  | 'operator'
  | 'patient'
  | 'party';

/** Format of the answer: in the envelope, raw (captcha), a file, or an envelope after a multipart upload. */
export type Wire = 'envelope' | 'raw' | 'blob' | 'upload';

/** One HTTP call that browser and server agree on. `path` is appended to the API host and prefix. */
export type Operation<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
  Who extends Access = Access,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** Path parameters and query string together. */
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  readonly source: Source;
  readonly access: Who;
  readonly wire: Wire;
  /** A second spelling under which the server also answers. */
  readonly alias: `/${string}` | null;
};

/** An empty schema's type would forbid all fields when intersected, so it becomes an empty object. */
type Fields<T> = string extends keyof T ? unknown : T;

/** A caller's input: the fields of query and body together. */
export type InputOf<O extends Operation> = Fields<z.input<O['query']>> & Fields<z.input<O['body']>>;

/** What the server works on after parsing. */
export type RequestOf<O extends Operation> = Fields<z.output<O['query']>> & Fields<z.output<O['body']>>;

/** What the server's handler returns, before serialisation. */
export type ReplyInputOf<O extends Operation> = z.input<O['reply']>;

/** What the caller gets, parsed. */
export type ReplyOf<O extends Operation> = z.output<O['reply']>;

type Catalogue = Readonly<Record<string, Operation>>;

/** An expected failure of a call. */
export type Failure = {
  readonly kind:
    | 'business'
    | 'forbidden'
    | 'notFound'
    | 'server'
    | 'network'
    | 'timeout'
    | 'status'
    | 'empty'
    | 'malformed'
    | 'sessionEnded'
    | 'sessionChanged'
    | 'aborted';
  readonly code: number | null;
  readonly message: string;
  /** The envelope's data, for refusals with details (a conflict's current version, line errors). */
  readonly data: unknown;
};

/** The outcome of a call; expected failures are values, not exceptions. */
export type Answer<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly failure: Failure };

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Called with the fraction sent, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  /** The file of an upload. */
  readonly file?: Blob;
  /** The caller shows or logs the refusal itself; failures of the platform still show a toast. */
  readonly quiet?: boolean;
  /** Makes the text of the failure toast from the reason. If absent, the toast names the action and the reason. */
  readonly failed?: (reason: string) => string;
  /** A repeated write with the same key answers with the first result. */
  readonly idempotencyKey?: string;
};

/** The typed calls of a catalogue, one function per operation. */
export type Client<C extends Catalogue> = {
  readonly [Name in keyof C]: (input: InputOf<C[Name]>, options?: CallOptions) => Promise<Answer<ReplyOf<C[Name]>>>;
};
