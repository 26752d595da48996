// The variables of the commands, and the search for a misspelt one. Node built-ins only: some commands run before packages
// are installed.

/** Variables of the platform that hold a secret: `NAME_FILE` names a file that holds it instead. */
export const secretVariables = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'REDIS_URL',
  'S3_URL',
  'SMS_WEBHOOK_URL',
  'TRAIL_KEY',
  'METRICS_TOKEN',
];

/** Variables of OpenTelemetry that hold a secret, such as the token of a collector; the same holds for them. */
export const tracingSecrets = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];

/** Every variable that the platform reads. */
export const platformVariables = [
  ...secretVariables,
  ...['PORT', 'HOST', 'DATA_DIR', 'DRAIN_MS', 'MAX_CALLS', 'DATABASE_POOL_SIZE', 'DATABASE_CONNECT_TIMEOUT_MS'],
  ...['DATABASE_IDLE_TIMEOUT_MS', 'DATABASE_STATEMENT_TIMEOUT_MS', 'DATABASE_LOCK_TIMEOUT_MS', 'DATABASE_SILENCE_MS'],
  ...['DATABASE_IDLE_TRANSACTION_TIMEOUT_MS', 'PUBLIC_ORIGINS', 'TRUSTED_PROXIES', 'LIMIT_FACTOR', 'API_PREFIX'],
  ...['SOCKET_PATH', 'FILE_HOST', 'TEST_HOSPITAL_HOST', 'BRAND', 'DEMO', 'SEED', 'METRICS_PORT', 'LOG_LEVEL'],
];

/** Variables of the containers, which `deploy/compose.yaml` gives on. */
const containerVariables = [
  'SITE_ADDRESS',
  'DATABASE_OWNER_PASSWORD',
  'DATABASE_PASSWORD',
  'REDIS_PASSWORD',
  'BACKUP_DIR',
];

/** Variables of the trials, tests and measurements. */
const toolVariables = [
  ...['PLATFORM_PORT', 'ENDS_WITH_STDIN', 'PATIENT_PASSWORD', 'CHROMIUM_PATH', 'PICTURES', 'MESSAGES', 'FAULTS'],
  ...['MINUTES', 'LONG', 'ONLY', 'PEOPLE', 'ORDERS', 'CATALOGUE'],
  ...['BENCH_PARTS', 'BENCH_NAMES', 'BENCH_RUNS', 'BENCH_ORDERS', 'BENCH_PROFILE', 'BENCH_TRIAL'],
];

const files = secretVariables.map((name) => `${name}_FILE`);
const known = [...platformVariables, ...files, ...containerVariables, ...toolVariables];

/** Beginnings that only our variables have. */
const ownPrefixes = /^(DATABASE|MIGRATION_DATABASE|METRICS|TRAIL|BENCH)_/;

/** What Kubernetes and Docker set for a service that has the name of one of our beginnings. */
const ofService = /_(SERVICE_HOST|SERVICE_PORT|PORT)(_[A-Z0-9_]+)?$/;

/** The number of letters that are wrong, missing, too many or exchanged with their neighbour. */
function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(row[j - 1] + 1, rows[i - 1][j] + 1, changed));
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isExchanged) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[one.length][other.length];
}

/** Whether somebody who wrote `name` may have meant `right`; of short names only two exchanged letters count. */
function isMistakenFor(name, right) {
  if (Math.abs(name.length - right.length) > 2) return false;
  if (right.length < 6 && name.length !== right.length) return false;
  if (right.length < 6 && [...name].sort().join() !== [...right].sort().join()) return false;
  // A long name in the singular instead of the plural differs by three letters.
  return distance(name, right) <= (right.length > 14 ? 3 : right.length > 10 ? 2 : 1);
}

/** Names the variable that is misspelt, and what is meant; null when none is. */
export function misspeltVariable(environment) {
  for (const name of Object.keys(environment)) {
    if (known.includes(name)) continue;
    const meant = known.find((right) => isMistakenFor(name.toUpperCase(), right));
    if (meant !== undefined) return { name, meant };
    if (ownPrefixes.test(name) && !ofService.test(name)) return { name, meant: null };
  }
  return null;
}
