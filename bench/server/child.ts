import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server in its own process; it prints its address once. */
export async function child<Ready>(program: string, env: Record<string, string> = {}) {
  const server = fork(join(import.meta.dirname, program), {
    env: { ...process.env, ...env },
    execArgv: [
      '--import',
      'tsx',
      ...(process.env.BENCH_PROFILE ? ['--cpu-prof', '--cpu-prof-dir', process.env.BENCH_PROFILE] : []),
    ],
  });
  const ended = once(server, 'exit');
  const [ready] = (await Promise.race([
    once(server, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`))),
  ])) as [Ready];
  const stat = () => readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return {
    ready,
    pid: server.pid,
    /** CPU time used, in ms; NaN without /proc. */
    cpuMs: () => (Number(stat()[11]) + Number(stat()[12])) * 10,
    /** Resident memory in MiB. */
    memoryMiB: () => (Number(stat()[21]) * 4096) / 1024 ** 2,
    async stop() {
      server.disconnect();
      await ended;
    },
  };
}
