/** What the platform writes down for its operators: no secret, nothing a patient said. */
export type Log = {
  info(what: string, fields?: Record<string, unknown>): void;
  warn(what: string, fields?: Record<string, unknown>): void;
  error(what: string, fields?: Record<string, unknown>): void;
};

const levels = ['info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof levels)[number];
export const logLevels: readonly LogLevel[] = levels;

/** A thrown thing as fields: its kind and words, and where it came from. */
export const faultOf = (cause: unknown): Record<string, unknown> =>
  cause instanceof Error
    ? {
        fault: cause.name,
        reason: cause.message,
        stack: cause.stack,
        ...(cause.cause ? { because: faultOf(cause.cause) } : {}),
      }
    : { reason: String(cause) };

/** Writes one line of JSON an entry, from `level` upwards; line breaks in values cannot forge an entry. */
export function createLog(level: LogLevel, write = (line: string) => process.stderr.write(line)): Log {
  const entry =
    (at: LogLevel) =>
    (what: string, fields: Record<string, unknown> = {}) => {
      if (levels.indexOf(at) < levels.indexOf(level)) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level: at, what, ...fields })}\n`);
    };
  return { info: entry('info'), warn: entry('warn'), error: entry('error') };
}

/** An address without the refresh token that the specification puts into it. */
export const redacted = (url: string): string => url.replace(/(refresh_?token=)[^&#]*/gi, '$1[redacted]');
