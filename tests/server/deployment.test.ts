import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Environment, readSettings } from '../../server/settings.ts';

const described = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, fallback] = /^\| `([A-Z][A-Z0-9_]*)` \| ([^|]+) \|/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, fallback }];
    });

test('docs/deployment.md describes every variable that the platform reads, and no other', () => {
  const names = described('docs/deployment.md').map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(Environment.shape).sort());
});

test('docs/deployment.md names the real defaults of ports, addresses and paths', () => {
  const defaults = new Map(described('docs/deployment.md').map(({ name, fallback }) => [name, fallback]));
  const settings = readSettings({}, []);
  const real = [
    settings.port,
    settings.host,
    settings.dataDir,
    settings.apiPrefix,
    settings.socketPath,
    settings.logLevel,
  ];
  const names = ['PORT', 'HOST', 'DATA_DIR', 'API_PREFIX', 'SOCKET_PATH', 'LOG_LEVEL'];
  expect(names.map((name) => defaults.get(name))).toEqual(real.map(String));
});

test('the container sets only variables that the platform reads', () => {
  const [, block = ''] =
    /environment: &environment\n((?: {4}.+\n)+)/.exec(readFileSync('deploy/compose.yaml', 'utf8')) ?? [];
  const names = [...block.matchAll(/^ {4}([A-Z0-9_]+):/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['TRAIL_KEY', 'METRICS_PORT', 'S3_URL', 'LIMIT_FACTOR']));
  const known = [...Object.keys(Environment.shape), 'OTEL_EXPORTER_OTLP_ENDPOINT'];
  expect(known).toEqual(expect.arrayContaining(names));
});

test('the container takes every variable of deploy/env.example, and an empty one is like none', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8');
  const named = readFileSync('deploy/env.example', 'utf8').match(/^[A-Z0-9_]+(?==)/gm) ?? [];
  expect(named.filter((name) => !compose.includes(`\${${name}:`))).toEqual([]);
  const empty = [...compose.matchAll(/^ {4}([A-Z0-9_]+): \$\{[A-Z0-9_]+:-\}$/gm)].map(([, name = '']) => [name, '']);
  expect(empty.length).toBeGreaterThan(4);
  expect(readSettings(Object.fromEntries(empty), [])).toEqual(readSettings({}, []));
});
