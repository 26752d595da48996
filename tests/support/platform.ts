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
  /** An existing data folder to go on with; it is then left where it is. */
  dataFolder?: string;
  /** A data folder whose content to begin with. */
  beginsWith?: string;
};

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Resolves to the port of the address that the platform prints once it serves; rejects with its last words. */
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

/** The real platform in a process of its own, on a free port and in a data folder of its own. */
export async function startPlatform({ args = [], env = {}, dataFolder, beginsWith }: Options = {}) {
  const fresh = () => (beginsWith ? copyFolder(beginsWith) : mkdtempSync(join(tmpdir(), 'cloudroom-')));
  const folder = dataFolder ?? fresh();
  let child: ChildProcess;
  let port = 0;
  let output = '';
  const record = (chunk: Buffer) => {
    output += chunk;
  };

  async function start() {
    child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', ...args], {
      // Killed tests leave no platform behind: it ends with the other end of its input.
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
    /** The number of its process; another one after a restart. */
    pid: () => child.pid ?? 0,
    /** Everything it has written to its two outputs, over all its starts. */
    output: () => output,
    /** kill -9: no goodbye, nothing flushed. */
    kill: () => end('SIGKILL'),
    /** Serves again at the same address from the same data folder. */
    restart: start,
    /** Asks it to shut down; resolves to its exit code. */
    async stop() {
      const code = await end('SIGTERM');
      if (dataFolder === undefined) await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>;
