import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { startBalancer } from './balancer.ts';
import { freePort, type Service, startPostgres, startRedis } from './services.ts';

/** Runs processes of the platform behind a balancer until a signal comes or the launcher ends. */
const count = Number(process.argv.find((arg) => /^\d+$/.test(arg)) ?? 3);
const port = Number(process.env.PORT ?? 8080);
const folder = resolve(process.env.DATA_DIR ?? './data', 'cluster');
const passed = process.argv.slice(2).filter((arg) => !/^\d+$/.test(arg));

const stops: (() => unknown)[] = [];
const processes: ChildProcess[] = [];
let isStopping = false;
async function stop(code: number) {
  if (isStopping) return;
  isStopping = true;
  for (const one of stops.toReversed()) await one();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
process.stdin.resume().once('end', () => void stop(0));

/** The variable of a server that is started here; none where one is given, in it or in a file. */
async function serviceOf(variable: string, start: () => Promise<Service>): Promise<Record<string, string>> {
  if (process.env[variable] || process.env[`${variable}_FILE`]) return {};
  const service = await start();
  stops.push(service.stop);
  return { [variable]: service.url };
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
const ended = (child: ChildProcess) =>
  new Promise<number>((done) => {
    if (isOver(child)) done(child.exitCode ?? 1);
    child.once('exit', (code) => done(code ?? 1));
  });

/** A process of the platform; resolves once it serves. Only the first one simulates patients. */
async function startProcess(n: number, own: number, env: Record<string, string>) {
  if (isStopping) return;
  const args = ['dist/server/main.js', ...(n === 0 ? ['--with-patients', ...passed] : [])];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      ...env,
      PORT: String(own),
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1',
      ENDS_WITH_STDIN: '1',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  child.stdin?.on('error', () => {});
  const served = new Promise<void>((done) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('is ready at')) done();
    });
  });
  processes.push(child);
  await Promise.race([served, ended(child)]);
  if (isOver(child)) return stop(child.exitCode ?? 1);
  console.log(`process ${n + 1} (pid ${child.pid}) serves on port ${own}`);
}

try {
  mkdirSync(folder, { recursive: true });
  const env = {
    DATA_DIR: folder,
    ...(await serviceOf('DATABASE_URL', () => startPostgres(folder))),
    ...(await serviceOf('REDIS_URL', startRedis)),
  };
  const ports: number[] = [];
  for (let n = 0; n < count; n += 1) ports.push(await freePort());
  stops.push(() => {
    for (const child of processes) child.kill('SIGTERM');
    return Promise.all(processes.map(ended));
  });
  // The first one migrates and seeds, so that the others start quickly.
  for (const [n, own] of ports.entries()) await startProcess(n, own, env);
  const balancer = await startBalancer({ port, host: process.env.HOST ?? '0.0.0.0', ports });
  stops.push(balancer.close);
  console.log(`Cloudroom is ready at ${balancer.url}, served by ${count} processes`);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  await stop(1);
}
