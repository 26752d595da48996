import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSmsGateway } from '../../../server/accounts/smsGateway.ts';

const sms = { mobile: '13800000001', code: '123456', scene: 1, hospital: 'First Hospital' };

/** A fake SMS service with the given answer, and the gateway to it. */
async function service(answer: (reply: ServerResponse) => void) {
  const got: unknown[] = [];
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const part of request) body += part;
    got.push(JSON.parse(body));
    answer(reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const clock = { now: 0 };
  const warned: string[] = [];
  const gateway = createSmsGateway({
    webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    demo: false,
    print: () => {},
    warn: (what) => warned.push(what),
    now: () => clock.now,
  });
  return { gateway, got, warned, clock };
}

test('a code is sent unchanged, without waiting for the service', async () => {
  const { gateway, got } = await service(() => {});
  gateway.send(sms);
  await vi.waitFor(() => expect(got).toEqual([sms]));
  expect(gateway.isDown()).toBe(false);
});

test('a service that refuses counts as down for two minutes', async () => {
  const { gateway, warned, clock } = await service((reply) => reply.writeHead(503).end());
  gateway.send(sms);
  await vi.waitFor(() => expect(gateway.isDown()).toBe(true));
  expect(warned).toEqual(['the SMS service refused a code']);
  clock.now += 120_000;
  expect(gateway.isDown()).toBe(false);
});

test('a service that accepts a code again counts as up', async () => {
  let status = 500;
  const { gateway } = await service((reply) => reply.writeHead(status).end());
  gateway.send(sms);
  await vi.waitFor(() => expect(gateway.isDown()).toBe(true));
  status = 200;
  gateway.send(sms);
  await vi.waitFor(() => expect(gateway.isDown()).toBe(false));
});

test('without a service codes are printed on the console in demo mode only', () => {
  const printed: string[] = [];
  const opened = (demo: boolean) =>
    createSmsGateway({ webhookUrl: null, demo, print: (line) => printed.push(line), warn: () => {}, now: () => 0 });
  const demo = opened(true);
  demo.send(sms);
  expect([printed, demo.isDown()]).toEqual([['SMS to 13800000001: your code is 123456 (First Hospital)'], false]);
  expect(opened(false).isDown()).toBe(true);
});
