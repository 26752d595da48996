import { io, type Socket } from 'socket.io-client';
import { amount } from '../amounts.ts';
import { table } from '../results.ts';
import { child } from './child.ts';
import type { Served } from './places.ts';

const people = amount(200, 10);
const each = amount(25, 2);

const connect = (url: string, token: string, hospitalId: string) =>
  new Promise<Socket>((resolve, reject) => {
    const options = {
      path: '/infra/im',
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: 60_000,
    };
    const link = io(url, { ...options, auth: { token, tenantId: hospitalId } });
    link.once('connect', () => resolve(link)).once('connect_error', reject);
  });

/** Five thousand doctors' sockets in one process: the time until all are connected, and their memory. */
export async function crowdBench(): Promise<string> {
  const server = await child<Served>('platform.ts', { PEOPLE: String(people) });
  const { url, hospitalId, pairs } = server.ready;
  const idle = server.memoryMiB();
  const start = performance.now();
  const links: Socket[] = [];
  for (let round = 0; round < each; round += 1)
    links.push(...(await Promise.all(pairs.map(({ doctorToken }) => connect(url, doctorToken, hospitalId)))));
  const tookS = (performance.now() - start) / 1_000;
  const usedMiB = server.memoryMiB() - idle;
  for (const link of links) link.disconnect();
  await server.stop();
  return table(
    ['sockets', 'all signed in after', 'memory above idle', 'refused'],
    [[String(links.length), `${tookS.toFixed(1)} s`, `${usedMiB.toFixed(0)} MiB`, '0']],
  );
}
