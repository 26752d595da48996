import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Environment, readSettings } from '../../server/settings.ts';
import { nodeVersions } from '../support/nodeVersions.ts';

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

const majorOf = (version: string) => version.split('.')[0] ?? '';

test('containers and documents name versions of Node on which the platform is tried', () => {
  const tried = nodeVersions.map(majorOf);
  const images = [...readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^FROM node:(\d+)-/gm)].map(
    ([, major]) => major,
  );
  expect(images.length).toBe(2);
  for (const major of images) expect(tried).toContain(major);
  for (const file of ['README.md', 'CONTRIBUTING.md', 'docs/deployment.md'])
    expect(readFileSync(file, 'utf8')).toContain(`Node ${tried.join(' or ')}`);
});

test('documents, containers and proxies name the same ports', () => {
  const read = (file: string) => readFileSync(file, 'utf8');
  const { port } = readSettings({}, []);
  const [, metrics = ''] = /METRICS_PORT: "(\d+)"/.exec(read('deploy/compose.yaml')) ?? [];
  const places = {
    'deploy/Dockerfile': [/EXPOSE (\d+)/g, /PORT \|\| (\d+)/g],
    'deploy/Caddyfile': [/dynamic a platform (\d+)/g],
    'deploy/nginx.conf': [/server 127\.0\.0\.1:(\d+)/g],
    'docs/deployment.md': [/127\.0\.0\.1:(\d+)/g, /dynamic a platform (\d+)/g],
    'README.md': [/localhost:(\d+)/g],
  };
  for (const [file, patterns] of Object.entries(places))
    for (const pattern of patterns) {
      const named = [...read(file).matchAll(pattern)].map(([, found]) => Number(found));
      expect([file, [...new Set(named)]]).toEqual([file, [port]]);
    }
  expect(read('docs/deployment.md')).toContain(`Prometheus reads port ${metrics} of each platform`);
  const scraped = [...read('docs/operations.md').matchAll(/'10\.[\d.]+:(\d+)'/g)].map(([, found]) => found);
  expect(new Set(scraped)).toEqual(new Set([metrics]));
  const outside = [...read('deploy/compose.yaml').matchAll(/"(\d+):\1(?:\/udp)?"/g)].map(([, found]) => found);
  expect(new Set(outside)).toEqual(new Set(['80', '443']));
});
