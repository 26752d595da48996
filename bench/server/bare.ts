import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';

/** The minimal server: node:http with zod for request and answer; no authorisation, database or trail. */
const Query = z.object({ orderId: z.string() });
const Answer = z.object({ awaitNum: z.int(), processNum: z.int(), finishNum: z.int(), cancelNum: z.int() });
const data = { awaitNum: 12, processNum: 3, finishNum: 40, cancelNum: 5 };

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  Query.parse(Object.fromEntries(url.searchParams));
  const body = JSON.stringify({ code: 200, msg: '', data: Answer.parse(data) });
  response.setHeader('content-type', 'application/json').setHeader('content-length', Buffer.byteLength(body)).end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit(0));
