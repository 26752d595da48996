import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { login } from '../contract/http/auth.ts';
import { startPlatform } from '../tests/support/platform.ts';
import { median, type Row } from './row.ts';

const lanes = 16;
const forMs = 2_000;
const runs = 3;

/** Answers a second, with so many requests on the way at once. */
async function perSecond(request: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const end = performance.now() + forMs;
  const lane = async () => {
    while (performance.now() < end) {
      await request();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (done * 1_000) / forMs;
}

/** The least that could answer: node:http and one zod parse by hand, no rights, no database. */
async function bareServer() {
  const Query = z.object({ dictType: z.string() });
  const data = Array.from({ length: 5 }, (_, value) => ({ label: `entry ${value}`, value: String(value) }));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    Query.parse(Object.fromEntries(url.searchParams));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 200, msg: '', data }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** A validated, authorised call that reads the database, against the bare server: share of its answers a second. */
export async function callBench(): Promise<Row[]> {
  const [platform, bare] = await Promise.all([startPlatform(), bareServer()]);
  const headers = { 'tenant-id': '1', 'content-type': 'application/json' };
  const signedIn = await fetch(`${platform.url}/api${login.path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'doctor01', password: 'Cloudroom2026' }),
  });
  const { accessToken } = z.parse(z.object({ data: login.reply }), await signedIn.json()).data;
  const get = (url: string) => async () => {
    const reply = await fetch(url, { headers: { ...headers, authorization: `Bearer ${accessToken}` } });
    await reply.text();
  };
  const [ours, anchor]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    anchor.push(await perSecond(get(`${bare.url}/?dictType=consult_type`)));
    ours.push(await perSecond(get(`${platform.url}/api/consult/consult-order/getOrderNum`)));
  }
  bare.close();
  await platform.stop();
  const what = 'authorised call that reads the embedded database, client on the same cores';
  return [{ what, ours: median(ours), anchor: median(anchor), unit: '/s' }];
}
