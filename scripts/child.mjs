// Programs that live as long as the command that started them.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './prepare.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Starts a Node program that shares our terminal. It has its own process group, so that one Ctrl+C reaches it once. */
export function startProgram(args, env = {}) {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
}

/** Calls `stop` at the first request to end, and leaves later ones (npm and the terminal both send them) alone. */
export function onStop(stop) {
  let asked = false;
  for (const signal of signals)
    process.on(signal, () => {
      if (!asked) stop(signal);
      asked = true;
    });
}

/** Resolves to the exit code a shell would report. */
export const ended = (child) =>
  new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

/** Runs a Node program to its end; a request to stop goes on to it. Resolves to its exit code. */
export function runProgram(args) {
  const child = startProgram(args);
  onStop((signal) => child.kill(signal));
  return ended(child);
}
