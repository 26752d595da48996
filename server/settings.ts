import { z } from 'zod';
import { isNetwork } from './http/proxies.ts';
import { type LogLevel, logLevels } from './log.ts';
import { withSecretFiles } from './secretFiles.ts';
import { StartFailure } from './startFailure.ts';

const flag = z.enum(['0', '1', 'true', 'false', '']).transform((value) => value === '1' || value === 'true');
const optional = (kind: z.ZodType<string>) => z.union([z.literal('').transform(() => null), kind]).default(null);
const address = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must start with ${schemes.join('// or ')}//`,
    );
const count = (most: number) =>
  z.string().regex(/^\d+$/, 'must be a number').transform(Number).pipe(z.number().max(most));
const listed = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Every variable that the platform reads; docs/deployment.md describes each. */
export const Environment = z.object({
  PORT: z.string().regex(/^\d+$/, 'must be a number').transform(Number).pipe(z.number().max(65_535)).default(8080),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: optional(address('postgres:', 'postgresql:')),
  MIGRATION_DATABASE_URL: optional(address('postgres:', 'postgresql:')),
  REDIS_URL: optional(address('redis:', 'rediss:')),
  S3_URL: optional(address('https:', 'http:')),
  DRAIN_MS: count(60_000).optional(),
  MAX_CALLS: count(100_000).default(1_000),
  DATABASE_POOL_SIZE: count(1_000).pipe(z.number().min(2)).default(16),
  DATABASE_CONNECT_TIMEOUT_MS: count(600_000).default(5_000),
  DATABASE_IDLE_TIMEOUT_MS: count(3_600_000).default(30_000),
  DATABASE_STATEMENT_TIMEOUT_MS: count(3_600_000).default(30_000),
  DATABASE_LOCK_TIMEOUT_MS: count(3_600_000).default(10_000),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: count(3_600_000).default(30_000),
  DATABASE_SILENCE_MS: count(600_000).pipe(z.number().min(100)).default(5_000),
  PUBLIC_ORIGINS: listed.pipe(z.array(address('http:', 'https:'))).default([]),
  TRUSTED_PROXIES: listed
    .pipe(z.array(z.string().refine(isNetwork, 'must be addresses or networks such as 10.0.0.0/8')))
    .default([]),
  LIMIT_FACTOR: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number such as 2')
    .transform(Number)
    .default(1),
  API_PREFIX: z
    .string()
    .regex(/^(\/[\w-]+)*$/, 'must look like /api')
    .default('/api'),
  SOCKET_PATH: z
    .string()
    .regex(/^(\/[\w-]+)+$/, 'must look like /infra/im')
    .default('/infra/im'),
  FILE_HOST: z.union([z.literal(''), address('http:', 'https:')]).default(''),
  TEST_HOSPITAL_HOST: z.string().min(1).default('localhost'),
  BRAND: z.string().default(''),
  SMS_WEBHOOK_URL: optional(address('http:', 'https:')),
  TRAIL_KEY: listed.pipe(z.array(z.string().min(32, 'must have at least 32 characters'))).default([]),
  DEMO: flag.default(false),
  SEED: flag.default(true),
  METRICS_PORT: z
    .union([z.literal('').transform(() => null), z.string().regex(/^\d+$/, 'must be a number').transform(Number)])
    .pipe(z.number().max(65_535).nullable())
    .default(null),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  LOG_LEVEL: z.enum(logLevels as [LogLevel, ...LogLevel[]]).default('warn'),
});

/** Connections to PostgreSQL, and when one gives up; 0 means never. */
export type PoolSettings = {
  size: number;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleTransactionTimeoutMs: number;
  /** After this long without an answer the database is asked whether it is still there. */
  silenceMs: number;
};

/** The platform's settings, from the environment and the command line. */
export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  /** The owner of the tables, which migrates them; null where that is the role of `databaseUrl`. */
  migrationDatabaseUrl: string | null;
  redisUrl: string | null;
  /** Object storage for files instead of the data folder, with key and secret. */
  s3Url: string | null;
  /** How long a process that stops goes on accepting calls, until its balancer has noticed. */
  drainMs: number;
  /** Calls in progress at once; more are refused until some have ended. */
  maxCalls: number;
  pool: PoolSettings;
  publicOrigins: string[];
  trustedProxies: string[];
  /** Multiplies the limits of `server/http/rateLimitClasses.ts`; 0 switches them off. */
  limitFactor: number;
  apiPrefix: string;
  socketPath: string;
  fileHost: string;
  testHospitalHost: string;
  brand: string;
  smsWebhookUrl: string | null;
  /** Keys of the trail's seals: the first one signs, the others verify what they signed before. */
  trailKeys: string[];
  /** Runs simulated patients, prints SMS codes on the console, and serves a page to browse the API description. */
  demo: boolean;
  /** Seeds an empty database with the demonstration hospital. */
  seed: boolean;
  logLevel: LogLevel;
  /** The port of a listener for `/metrics` alone; null for none. */
  metricsPort: number | null;
  /** Opens `/metrics` to requests that have it as their bearer token; null closes it beside the calls. */
  metricsToken: string | null;
};

/** Reads the settings; an invalid one ends the start with one line that names it. */
export function readSettings(given: Record<string, string | undefined>, args: readonly string[]): Settings {
  const environment = withSecretFiles(given);
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0] ?? 'environment');
    // Addresses may contain passwords.
    const shown = /_(URL|KEY|TOKEN)$/.test(name) ? name : `${name}=${environment[name] ?? ''}`;
    throw new StartFailure(`${shown} is not usable: ${issue?.message ?? 'invalid'}`);
  }
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    migrationDatabaseUrl: e.MIGRATION_DATABASE_URL,
    redisUrl: e.REDIS_URL,
    s3Url: e.S3_URL,
    drainMs: e.DRAIN_MS ?? (e.DATABASE_URL !== null && e.REDIS_URL !== null ? 1_500 : 0),
    maxCalls: e.MAX_CALLS,
    pool: {
      size: e.DATABASE_POOL_SIZE,
      connectTimeoutMs: e.DATABASE_CONNECT_TIMEOUT_MS,
      idleTimeoutMs: e.DATABASE_IDLE_TIMEOUT_MS,
      statementTimeoutMs: e.DATABASE_STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: e.DATABASE_LOCK_TIMEOUT_MS,
      idleTransactionTimeoutMs: e.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
      silenceMs: e.DATABASE_SILENCE_MS,
    },
    publicOrigins: e.PUBLIC_ORIGINS.map((origin) => new URL(origin).origin),
    trustedProxies: e.TRUSTED_PROXIES,
    limitFactor: e.LIMIT_FACTOR,
    apiPrefix: e.API_PREFIX,
    socketPath: e.SOCKET_PATH,
    fileHost: e.FILE_HOST,
    testHospitalHost: e.TEST_HOSPITAL_HOST,
    brand: e.BRAND,
    smsWebhookUrl: e.SMS_WEBHOOK_URL,
    trailKeys: e.TRAIL_KEY,
    demo: e.DEMO || args.includes('--demo'),
    seed: e.SEED,
    logLevel: e.LOG_LEVEL,
    metricsPort: e.METRICS_PORT,
    metricsToken: e.METRICS_TOKEN,
  };
}
