import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import type { Operation } from '../../../contract/operation.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());

const operations = Object.entries<Operation>(catalogue);
const closed = operations.filter(([, { access }]) => access !== 'public');

test.each(operations)('the platform answers %s', async (_, operation) => {
  expect((await platform.call(operation, { id: '1' })).code).not.toBe(404);
});

test.each(closed)('%s requires sign-in', async (_, operation) => {
  expect(await platform.call(operation, { id: '1' })).toEqual({ code: 401, msg: 'Not logged in', data: null });
});

test('the OpenAPI description contains every call', async () => {
  const document = (await platform.app.inject('/openapi.json')).json<{
    paths: Record<string, Record<string, { operationId: string }>>;
  }>();
  const described = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(described.sort()).toEqual(operations.map(([name]) => name).sort());
});

test('in demo mode the description can be browsed', async () => {
  expect((await platform.app.inject('/docs/')).statusCode).toBe(200);
});
