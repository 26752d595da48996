import { readFileSync } from 'node:fs';
import { getOrderNum } from '../../contract/http/consult.ts';
import { type BareSocket, openBareSocket } from './bareSocket.ts';
import { startCluster } from './cluster.ts';

/** Sockets of one person, fewer than the platform allows. */
const each = 25;
const checkMs = 100;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The largest memory that a process has used so far; 0 without /proc. */
function peakMemoryMiB(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Connects the sockets of so many people to one process on PostgreSQL, kills it with -9, starts it again, and makes calls
 * until all sockets are admitted or `patienceMs` is over.
 */
export async function runReconnectStorm(people: number, patienceMs: number) {
  const cluster = await startCluster({ processes: 1 });
  const [platform] = cluster.platforms;
  if (!platform) throw new Error('no process');
  const { hospitalId } = cluster;
  const links: BareSocket[] = [];
  const refused: unknown[] = [];
  let lastAt = 0;
  const onConnected = () => {
    lastAt = Date.now();
  };
  const connected = () => links.filter((link) => link.isConnected()).length;
  const untilAll = async (since: number, meanwhile: () => Promise<unknown>) => {
    while (connected() < links.length && Date.now() - since < patienceMs) {
      await meanwhile();
      await pause(checkMs);
    }
  };
  try {
    const tokens: string[] = [];
    for (let n = 0; n < people; n += 1) tokens.push(await cluster.doctorToken((await cluster.hospital.doctor()).id));
    for (const token of tokens)
      for (let n = 0; n < each; n += 1) {
        const auth = { token, tenantId: hospitalId };
        links.push(openBareSocket({ url: platform.url, auth, onConnected, onRefused: (why) => refused.push(why) }));
      }
    await untilAll(Date.now(), async () => {});
    const before = connected();
    await platform.kill();
    const killedAt = Date.now();
    await platform.restart();
    const servedAt = Date.now();
    const calls: { code: number; ms: number }[] = [];
    await untilAll(killedAt, async () => {
      const since = performance.now();
      const reply = await fetch(`${platform.url}/api${getOrderNum.path}`, {
        headers: { 'tenant-id': hospitalId, authorization: `Bearer ${tokens[0]}` },
      });
      calls.push({ code: ((await reply.json()) as { code: number }).code, ms: performance.now() - since });
    });
    return {
      sockets: links.length,
      before,
      after: connected(),
      refused,
      calls,
      /** From the moment the process served again. */
      admittedMs: lastAt - servedAt,
      peakMiB: peakMemoryMiB(platform.pid()),
    };
  } finally {
    for (const link of links) link.close();
    await cluster.stop();
  }
}
