import { z } from 'zod';
import { type LogLevel, logLevels } from './log.ts';
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
  PUBLIC_ORIGINS: listed.pipe(z.array(address('http:', 'https:'))).default([]),
  TRUSTED_PROXIES: listed.default([]),
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
  DEMO: flag.default(false),
  SEED: flag.default(true),
  LOG_LEVEL: z.enum(logLevels as [LogLevel, ...LogLevel[]]).default('warn'),
});

/** The platform's settings, from the environment and the command line. */
export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  /** The owner of the tables, which migrates them; null where that is the role of `databaseUrl`. */
  migrationDatabaseUrl: string | null;
  redisUrl: string | null;
  publicOrigins: string[];
  trustedProxies: string[];
  apiPrefix: string;
  socketPath: string;
  fileHost: string;
  testHospitalHost: string;
  brand: string;
  smsWebhookUrl: string | null;
  /** Runs simulated patients, prints SMS codes on the console, and serves a page to browse the API description. */
  demo: boolean;
  /** Seeds an empty database with the demonstration hospital. */
  seed: boolean;
  logLevel: LogLevel;
};

/** Reads the settings; an invalid one ends the start with one line that names it. */
export function readSettings(environment: Record<string, string | undefined>, args: readonly string[]): Settings {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0] ?? 'environment');
    throw new StartFailure(`${name}=${environment[name] ?? ''} is not usable: ${issue?.message ?? 'invalid'}`);
  }
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    migrationDatabaseUrl: e.MIGRATION_DATABASE_URL,
    redisUrl: e.REDIS_URL,
    publicOrigins: e.PUBLIC_ORIGINS.map((origin) => new URL(origin).origin),
    trustedProxies: e.TRUSTED_PROXIES,
    apiPrefix: e.API_PREFIX,
    socketPath: e.SOCKET_PATH,
    fileHost: e.FILE_HOST,
    testHospitalHost: e.TEST_HOSPITAL_HOST,
    brand: e.BRAND,
    smsWebhookUrl: e.SMS_WEBHOOK_URL,
    demo: e.DEMO || args.includes('--demo'),
    seed: e.SEED,
    logLevel: e.LOG_LEVEL,
  };
}
