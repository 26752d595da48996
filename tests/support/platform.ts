import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFolder } from './dataFolder.ts';

type Options = {
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** An existing data folder to continue with; it is not deleted afterwards. */
  dataFolder?: string;
  /** The program of Node that runs it; the one of the tests without. */
  node?: string;
  /** A data folder to copy at the start. */
  beginsWith?: string;
};

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The program that `tests/support/built.ts` has built starts in a third of the time of its sources. */
export const program = () =>
  process.env.BUILT_PLATFORM === '1' ? ['dist/server/main.js'] : ['--import', 'tsx', 'server/main.ts'];

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Resolves to the port that the platform prints once it serves; rejects with its last output. */
function served(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk;
      const [, port] = /https?:\/\/[^\s/]+:(\d+)/.exec(said) ?? [];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The platform ended with ${code}:\n${said}`)));
  });
}

/** The real platform as a process, on a free port and with a temporary data folder. */
export async function startPlatform({
  args = [],
  env = {},
  dataFolder,
  beginsWith,
  node = process.execPath,
}: Options = {}) {
  const fresh = () => (beginsWith ? copyFolder(beginsWith) : mkdtempSync(join(tmpdir(), 'cloudroom-')));
  const folder = dataFolder ?? fresh();
  let child: ChildProcess;
  let port = 0;
  let output = '';
  const record = (chunk: Buffer) => {
    output += chunk;
  };

  async function start() {
    child = spawn(node, [...program(), ...args], {
      // Killed tests leave no platform running: it exits when its input closes.
      env: { ...process.env, DATA_DIR: folder, PORT: String(port), ENDS_WITH_STDIN: '1', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', record);
    child.stderr?.on('data', record);
    child.stdin?.on('error', () => {});
    running.add(child);
    child.once('exit', (_, __) => running.delete(child));
    port = await served(child);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (isOver(child)) return child.exitCode;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = await gone;
    return code as number | null;
  }

  await start();
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    dataFolder: folder,
    /** Its process id; it changes with a restart. */
    pid: () => child.pid ?? 0,
    /** Everything it has printed over all its starts. */
    output: () => output,
    /** kill -9: nothing is flushed. */
    kill: () => end('SIGKILL'),
    /** Starts it again at the same address with the same data folder. */
    restart: start,
    /** Requests a shutdown; resolves to its exit code. */
    async stop() {
      const code = await end('SIGTERM');
      if (dataFolder === undefined) await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>;
