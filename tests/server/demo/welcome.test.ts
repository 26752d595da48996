import { expect, test } from 'vitest';
import { welcome } from '../../../server/demo/welcome.ts';

const needs = {
  address: 'http://localhost:8080',
  hasWorkbench: false,
  isSeeded: false,
  isEmbedded: false,
  hasRedis: false,
};

test('a platform says where it is, and where its workbench is if it serves one', () => {
  expect(welcome(needs)).toEqual(['Cloudroom is ready at http://localhost:8080']);
  expect(welcome({ ...needs, hasWorkbench: true })).toEqual([
    'Cloudroom is ready at http://localhost:8080',
    'Workbench of developers: http://localhost:8080/workbench',
  ]);
});

test('a platform behind a development server leaves addresses to that', () => {
  expect(welcome({ ...needs, address: null, hasWorkbench: true })).toEqual([]);
});

test('a seeded platform names its accounts with their password', () => {
  expect(welcome({ ...needs, isSeeded: true })[1]).toMatch(/password Cloudroom2026\): doctors doctor01, .*admin01/);
});

test('an embedded database says what it is for, and that Redis has no use beside it', () => {
  const [, notice, redis] = welcome({ ...needs, isEmbedded: true, hasRedis: true });
  expect(notice).toMatch(/^Embedded database: evaluation/);
  expect(redis).toMatch(/^REDIS_URL is not used/);
});
