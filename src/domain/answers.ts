import type { Answer, Failure } from '../../contract/operation.ts';

/** The result of a request before it is interpreted. */
export type Received =
  | { readonly kind: 'reply'; readonly from: 'platform' | 'fileHost'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'file'; readonly from: 'platform' | 'fileHost'; readonly status: number; readonly file: Blob }
  | { readonly kind: 'lost'; readonly why: 'network' | 'timeout' | 'aborted' };

type Reply = Extract<Received, { kind: 'reply' }>;

/** A text for the person: the platform's own, or one of the product's. */
export type Notice =
  | { readonly text: string }
  | {
      readonly key:
        | 'code.400'
        | 'code.401'
        | 'code.403'
        | 'code.404'
        | 'code.500'
        | 'code.default'
        | 'network'
        | 'timeout'
        | 'empty'
        | 'unreadable'
        | 'fileIsNotOne'
        | 'sessionEnded'
        | 'sessionChanged';
    }
  | { readonly key: 'status'; readonly status: string }
  /** The text of this field cannot be stored. */
  | { readonly key: 'brokenText'; readonly field: string };

/** Whether the platform refused the request, so that sending it again unchanged would fail again. */
export const isRefusal = ({ kind }: Failure): boolean =>
  kind === 'business' || kind === 'forbidden' || kind === 'notFound';

/** Whether the platform decided about a write. */
export const isDecided = (answer: Answer<unknown>): boolean => answer.ok || isRefusal(answer.failure);

/** Whether a write may have changed what is shown: one without an answer may have arrived, one without a session has not. */
export const mayHaveChanged = (answer: Answer<unknown>): boolean =>
  answer.ok || (answer.failure.kind !== 'sessionEnded' && answer.failure.kind !== 'sessionChanged');

/** A failure before translation into the person's language. */
export type UntranslatedFailure = Omit<Failure, 'message'> & { readonly notice: Notice };

export type Interpretation =
  | { readonly outcome: 'success'; readonly data: unknown }
  /** The token was refused: renew it and send the request once more. */
  | { readonly outcome: 'refresh'; readonly untranslated: UntranslatedFailure }
  | {
      readonly outcome: 'failure';
      readonly untranslated: UntranslatedFailure;
      readonly toast: boolean;
      /** The answer suggests that the refresh token is invalid, so the session must be checked. */
      readonly mustCheckSession: boolean;
    };

/** Messages of the platform and of related systems for an invalid or expired refresh token. */
const silentMessages = [
  /^.{0,10}(无效|失效|过期)的?刷新令牌.{0,20}$/,
  /^.{0,10}刷新令牌.{0,6}(无效|失效|过期).{0,20}$/,
  /^.{0,20}\b(invalid|expired)\b.{0,20}\brefresh[ _-]?token\b.{0,20}$/i,
  /^.{0,20}\brefresh[ _-]?token[ _-].{0,20}(invalid|expired)\b.{0,30}$/i,
];

/** Whether a refusal is temporary: too many requests, or out of service. */
export const isTemporary = (code: number | null): boolean =>
  code === 423 || code === 429 || (code !== null && code >= 500 && code < 600);

const failure = (
  untranslated: UntranslatedFailure,
  { toast = true, mustCheckSession = false } = {},
): Interpretation => ({
  outcome: 'failure',
  untranslated,
  toast,
  mustCheckSession,
});

const plain = (kind: Failure['kind'], notice: Notice, code: number | null = null): UntranslatedFailure => ({
  kind,
  code,
  notice,
  data: null,
});

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

const codeOf = ({ body }: Reply) => Number(fieldOf(body, 'code') || 200);

/** The body's message, else the text for its code, else the default. */
function noticeOf(reply: Reply): Notice {
  const text = fieldOf(reply.body, 'msg');
  if (typeof text === 'string' && text.trim() !== '') return { text };
  const code = codeOf(reply);
  return { key: code === 401 || code === 403 || code === 404 ? `code.${code}` : 'code.default' };
}

const failureOf = (reply: Reply, kind: Failure['kind'], notice = noticeOf(reply)): UntranslatedFailure => ({
  kind,
  code: Number.isFinite(codeOf(reply)) ? codeOf(reply) : null,
  notice,
  data: fieldOf(reply.body, 'data') ?? null,
});

const isAnswer = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body);

const isEmpty = (body: unknown) => body === undefined || body === null || body === '';

const isSilent = (reply: Reply) => {
  const text = String(fieldOf(reply.body, 'msg') ?? '').trim();
  return silentMessages.some((message) => message.test(text));
};

/** A file of this type contains the platform's error answer instead of the requested file. */
export const isAnswerType = (type: string): boolean => /^application\/([\w.+-]+\+)?json\b/i.test(type);

type Row = { readonly name: string; readonly interpret: (received: Received) => Interpretation | null };

const onReply = (interpret: (reply: Reply) => Interpretation | null) => (received: Received) =>
  received.kind === 'reply' ? interpret(received) : null;

/** The first row that returns a interpretation decides, so the order matters. */
export const answerTable: readonly Row[] = [
  {
    name: 'aborted by the caller',
    interpret: (r) =>
      r.kind === 'lost' && r.why === 'aborted' ? failure(plain('aborted', { key: 'network' }), { toast: false }) : null,
  },
  {
    name: 'time-out',
    interpret: (r) => (r.kind === 'lost' && r.why === 'timeout' ? failure(plain('timeout', { key: 'timeout' })) : null),
  },
  {
    name: 'network error',
    interpret: (r) => (r.kind === 'lost' ? failure(plain('network', { key: 'network' })) : null),
  },
  {
    name: 'failed status code',
    interpret: (r) => {
      if (r.kind === 'lost' || (r.status >= 200 && r.status < 300)) return null;
      const status = `Request failed with status code ${r.status}`.slice(-3);
      return failure(plain('status', { key: 'status', status }, r.status));
    },
  },
  {
    name: 'file-storage host',
    interpret: (r) =>
      r.kind !== 'lost' && r.from === 'fileHost'
        ? { outcome: 'success', data: r.kind === 'file' ? r.file : r.body }
        : null,
  },
  {
    name: 'web page instead of a file',
    interpret: (r) =>
      r.kind === 'file' && /^text\/html\b/i.test(r.file.type)
        ? failure(plain('malformed', { key: 'fileIsNotOne' }))
        : null,
  },
  { name: 'file', interpret: (r) => (r.kind === 'file' ? { outcome: 'success', data: r.file } : null) },
  {
    name: 'empty body',
    interpret: onReply((r) => (isEmpty(r.body) ? failure(plain('empty', { key: 'empty' })) : null)),
  },
  {
    name: 'not an answer',
    interpret: onReply((r) => (isAnswer(r.body) ? null : failure(plain('malformed', { key: 'unreadable' })))),
  },
  {
    name: 'refresh token invalid or expired',
    interpret: onReply((r) =>
      isSilent(r) ? failure(failureOf(r, 'sessionEnded'), { toast: false, mustCheckSession: true }) : null,
    ),
  },
  {
    name: '401',
    interpret: onReply((r) =>
      codeOf(r) === 401 ? { outcome: 'refresh', untranslated: failureOf(r, 'sessionEnded') } : null,
    ),
  },
  {
    name: '500',
    interpret: onReply((r) => (codeOf(r) === 500 ? failure(failureOf(r, 'server', { key: 'code.500' })) : null)),
  },
  {
    name: '5xx',
    interpret: onReply((r) => (codeOf(r) > 500 && codeOf(r) < 600 ? failure(failureOf(r, 'server')) : null)),
  },
  {
    name: '403',
    interpret: onReply((r) => (codeOf(r) === 403 ? failure(failureOf(r, 'forbidden')) : null)),
  },
  {
    name: '404',
    interpret: onReply((r) => (codeOf(r) === 404 ? failure(failureOf(r, 'notFound')) : null)),
  },
  {
    name: 'any other code',
    interpret: onReply((r) => (codeOf(r) === 200 ? null : failure(failureOf(r, 'business')))),
  },
  {
    name: 'success',
    interpret: onReply((r) => ({ outcome: 'success', data: fieldOf(r.body, 'data') })),
  },
];

/** What an answer means for the caller, the person and the session. */
export function interpret(received: Received): Interpretation {
  for (const row of answerTable) {
    const interpretation = row.interpret(received);
    if (interpretation !== null) return interpretation;
  }
  return failure(plain('malformed', { key: 'unreadable' }));
}
