/** The log for operators. It must contain no secret and no text that a person typed. */
export type Log = {
  info(what: string, fields?: Record<string, unknown>): void;
  warn(what: string, fields?: Record<string, unknown>): void;
  error(what: string, fields?: Record<string, unknown>): void;
};

const levels = ['info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof levels)[number];
export const logLevels: readonly LogLevel[] = levels;

/** Fields of an error that name a kind of failure or a part of the schema. Other fields may quote a row. */
const safeFields = ['code', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'statusCode'] as const;

function namesOf(cause: Error): Record<string, unknown> {
  const fields = safeFields.map((name) => [name, Reflect.get(cause, name)] as const);
  return Object.fromEntries(fields.filter(([, value]) => /^\w{1,63}$/.test(String(value ?? ''))));
}

/** The verb and table of a failed SQL statement, such as `insert case_info`. Its parameters are typed text. */
function statementOf(cause: Error): { statement?: string } {
  const query: unknown = Reflect.get(cause, 'query');
  if (typeof query !== 'string') return {};
  const [, verb = 'statement'] = /^\s*(\w{1,20})/.exec(query) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z_]{1,63})/i.exec(query) ?? [];
  return { statement: `${verb} ${table}`.trim() };
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

/** Writes one line of JSON per entry, from `level` upwards. JSON escapes line breaks, so values cannot forge entries. */
export function createLog(level: LogLevel, write = (line: string) => process.stderr.write(line)): Log {
  const entry =
    (at: LogLevel) =>
    (what: string, fields: Record<string, unknown> = {}) => {
      if (levels.indexOf(at) < levels.indexOf(level)) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level: at, what, ...fields })}\n`);
    };
  return { info: entry('info'), warn: entry('warn'), error: entry('error') };
}
