import { type DestinationStream, destination, pino } from 'pino';
import { contextNow } from './observe/context.ts';

type Write = (what: string, fields?: Record<string, unknown>) => void;

/** The log for operators. It must contain no secret and no text that a person typed. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write };

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof levels)[number];
export const logLevels: readonly LogLevel[] = levels;

/** Fields of an error that name a kind of failure or a part of the schema. Other fields may quote a row. */
const safeFields = ['code', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'statusCode'] as const;

function namesOf(cause: Error): Record<string, unknown> {
  const fields = safeFields.map((name) => [name, Reflect.get(cause, name)] as const);
  return Object.fromEntries(fields.filter(([, value]) => /^\w{1,63}$/.test(String(value ?? ''))));
}

/** The verb and first table, such as `insert case_info`. */
export function nameOfStatement(text: string): string {
  const [, verb = 'statement'] = /^\s*(\w{1,20})/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z_]{1,63})/i.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}

/** The verb and table of a failed SQL statement, such as `insert case_info`. Its parameters are typed text. */
function statementOf(cause: Error): { statement?: string } {
  const query: unknown = Reflect.get(cause, 'query');
  return typeof query === 'string' ? { statement: nameOfStatement(query) } : {};
}

/** The frames of a stack. The text before them repeats the message, which may quote typed text. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message);
  const calls = at < 0 ? stack : stack.slice(at + message.length);
  return calls.split('\n').flatMap((line) => {
    const [, call] = /^\s+at ((?:async )?[\w.<>[\] ]*\(?(?:file:|node:|\/)[^()]+:\d+:\d+\)?)$/.exec(line) ?? [];
    return call === undefined ? [] : [call];
  });
}

/** Drizzle's errors have the database's error as their cause. */
const causeOf = ({ cause }: Error): Record<string, unknown> => (cause ? { cause: faultOf(cause) } : {});

/** An error as fields for the log, without messages and details, which quote parameters and rows. */
export function faultOf(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { fault: typeof cause };
  const kind = cause.name === 'Error' || cause.name === 'error' ? cause.constructor.name : cause.name;
  return { fault: kind, ...namesOf(cause), ...statementOf(cause), stack: framesOf(cause), ...causeOf(cause) };
}

/** A second wall: nothing logs these, and a mistake that does shows no value. */
const secrets = [
  'authorization',
  'cookie',
  'headers',
  'token',
  'accessToken',
  'refreshToken',
  'password',
  'mobile',
  'phone',
];
const redact = { paths: [...secrets, ...secrets.map((name) => `*.${name}`)], censor: '[redacted]' };

/** The ids of the request that the line belongs to. */
function idsNow() {
  const context = contextNow();
  return context === undefined ? {} : { requestId: context.requestId, traceId: context.traceId };
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A line of JSON as a person reads it: time, level, what happened, then its fields and the stack. */
function readable(line: string): string {
  const { time, level, what, stack, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const listed = Object.entries(fields).map(([name, value]) => `${name}=${plain(value)}`);
  const calls = Array.isArray(stack) ? stack.map((call) => `\n    at ${call}`).join('') : '';
  return `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${[what, ...listed].join(' ')}${calls}\n`;
}

/** Lines of JSON for programs, readable lines for a terminal. When nobody reads them, at most 16 MiB wait in memory. */
function standardOutput(): DestinationStream {
  if (process.stdout.isTTY) return { write: (line) => void process.stdout.write(readable(line)) };
  return destination({ dest: 1, sync: false, maxLength: 16 * 1024 * 1024 });
}

/** Writes one line of JSON per entry, from `level` upwards. JSON escapes line breaks, so values cannot forge entries. */
export function createLog(level: LogLevel, write?: (line: string) => unknown): Log {
  const stream = write ? { write: (line: string) => void write(line) } : standardOutput();
  const logger = pino(
    {
      level,
      base: null,
      redact,
      mixin: idsNow,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  const entry =
    (at: Exclude<LogLevel, 'silent'>): Write =>
    (what, fields = {}) =>
      logger[at]({ what, ...fields });
  return { debug: entry('debug'), info: entry('info'), warn: entry('warn'), error: entry('error') };
}
