import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { freePort } from './postgres.ts';

const bin = ['/usr/bin', '/usr/local/bin'].map((folder) => `${folder}/redis-server`).find((file) => existsSync(file));

/** Whether this machine has Redis; if not, a warning is printed. */
export const hasRedis = bin !== undefined;
if (!hasRedis) process.stderr.write('\n*** NO Redis ON THIS MACHINE: several processes were not tested ***\n\n');

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** A temporary Redis server for one test file; it keeps nothing on disk. */
export async function startRedis() {
  if (!bin) throw new Error('no Redis on this machine');
  const port = await freePort();
  const start = async () => {
    const server = spawn(bin, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
      cwd: '/',
    });
    const gone = new Promise<void>((resolve) => server.on('exit', () => resolve()));
    while (!(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 20));
    return { server, gone };
  };
  let running = await start();
  const stop = async () => {
    running.server.kill('SIGKILL');
    await running.gone;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    async start() {
      running = await start();
    },
  };
}
