import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOrderNum } from '../../../contract/http/consult.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { hasPostgres } from '../../support/postgres.ts';

const people = 75;
const each = 20;

describe.skipIf(!hasPostgres)('a storm of reconnects', () => {
  let cluster: Cluster;
  const links: Socket[] = [];
  beforeAll(async () => {
    cluster = await startCluster({ processes: 1, over: 'postgres' });
  }, 120_000);
  afterAll(async () => {
    for (const link of links) link.disconnect();
    await cluster?.stop();
  }, 60_000);

  test('after a kill -9 fifteen hundred sockets are admitted again, none is refused, and calls are answered', async () => {
    const [platform] = cluster.platforms;
    if (!platform) throw new Error('no process');
    const tokens: string[] = [];
    for (let n = 0; n < people; n += 1) tokens.push(await cluster.doctorToken((await cluster.hospital.doctor()).id));
    const refused: unknown[] = [];
    const times: number[] = [];
    let killedAt = 0;
    for (const token of tokens)
      for (let n = 0; n < each; n += 1) {
        const link = io(platform.url, {
          path: '/infra/im',
          transports: ['websocket'],
          forceNew: true,
          timeout: 60_000,
          auth: { token, tenantId: cluster.tenantId },
          reconnectionDelay: 500,
          reconnectionDelayMax: 2_000,
        });
        links.push(link);
        link.on('connect', () => {
          if (killedAt > 0) times.push(Date.now() - killedAt);
        });
        link.on('connect_error', (error) => {
          if ('data' in error) refused.push(error.data);
          // Like the workstation, because Socket.IO does not repeat a handshake that failed on the other side.
          if (!link.active) setTimeout(() => link.connect(), 500 + Math.random() * 1_000);
        });
      }
    const connected = () => links.filter((link) => link.connected).length;
    await expect.poll(connected, { timeout: 120_000, interval: 200 }).toBe(people * each);
    await platform.kill();
    killedAt = Date.now();
    await platform.restart();
    const answered: number[] = [];
    while (connected() < links.length && Date.now() - killedAt < 120_000) {
      const since = performance.now();
      const reply = await fetch(`${platform.url}/api${getOrderNum.path}`, {
        headers: { 'tenant-id': cluster.tenantId, authorization: `Bearer ${tokens[0]}` },
      });
      expect(((await reply.json()) as { code: number }).code).toBe(200);
      answered.push(performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect([connected(), refused]).toEqual([people * each, []]);
    const last = Math.max(...times);
    process.stderr.write(
      `all admitted after ${last} ms; slowest of ${answered.length} calls ${Math.max(...answered).toFixed(0)} ms\n`,
    );
  }, 400_000);
});
