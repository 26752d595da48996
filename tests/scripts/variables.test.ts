import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { misspeltVariable, platformVariables, secretVariables } from '../../scripts/variables.mjs';
import { Environment } from '../../server/settings.ts';

test('the list of the platform’s variables is the one that its settings read', () => {
  expect([...platformVariables].sort()).toEqual(Object.keys(Environment.shape).sort());
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['MIGRATION_DATABSE_URL', 'MIGRATION_DATABASE_URL'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['PUBLIC_ORIGIN', 'PUBLIC_ORIGINS'],
  ['DATADIR', 'DATA_DIR'],
  ['REDIS_ULR', 'REDIS_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['PROT', 'PORT'],
  ['DATABASE_TIMEOUT', null],
  ['METRICS_PATH', null],
])('%s is a mistake for %s', (name, meant) => {
  expect(misspeltVariable({ [name]: 'x' })).toEqual({ name, meant });
});

test('variables of the shell, of other programs and of container services are no mistakes', () => {
  const others = [
    'HOME',
    'PATH',
    'POST',
    'HOSTNAME',
    'HOSTS',
    'LANG',
    'USER',
    'TERM',
    'MAIL',
    'DEMOS',
    'S3_BUCKET',
    'WS_URL',
  ];
  const services = ['DATABASE_SERVICE_HOST', 'DATABASE_PORT', 'METRICS_PORT_9464_TCP_ADDR', 'REDIS_PORT'];
  const ofNode = [
    'NODE_ENV',
    'NODE_OPTIONS',
    'npm_config_registry',
    'npm_lifecycle_event',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ];
  const given = Object.fromEntries([...others, ...services, ...ofNode].map((name) => [name, 'x']));
  expect(misspeltVariable(given)).toBeNull();
});

test('the variables that the documents name are known', () => {
  const named = readFileSync('deploy/env.example', 'utf8').match(/^[A-Z0-9_]+(?==)/gm) ?? [];
  const files = secretVariables.map((name) => `${name}_FILE`);
  expect(misspeltVariable(Object.fromEntries([...named, ...files].map((name) => [name, 'x'])))).toBeNull();
});
