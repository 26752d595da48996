import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttp } from '../../conformance/http.ts';
import { Code } from '../../contract/envelope.ts';
import { getOrderNum } from '../../contract/http/consult.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const tooMany = (retryAfterMs: number) => ({ code: Code.tooManyRequests, msg: 'later', data: { retryAfterMs } });
const done = { code: Code.ok, msg: '', data: null };

/** A platform that gives these answers in turn; the last one stays. */
async function answering(...answers: readonly object[]) {
  let asked = 0;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[Math.min(asked++, answers.length - 1)]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { http: createHttp({ url, prefix: '/api', hospitalId: '1' }), asked: () => asked };
}

test('a request that several processes refuse in turn as one too many is sent until one takes it', async () => {
  const { http, asked } = await answering(tooMany(10), tooMany(0), tooMany(10), done);
  expect((await http.ask(getOrderNum, {})).code).toBe(Code.ok);
  expect(asked()).toBe(4);
});

test('a request that would have to wait for more than a minute in all stays refused', async () => {
  const { http, asked } = await answering(tooMany(10), tooMany(59_995), done);
  expect((await http.ask(getOrderNum, {})).code).toBe(Code.tooManyRequests);
  expect(asked()).toBe(2);
});
