// Starts programs that end with the command that started them.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { restartCode } from './commandLine.mjs';
import { root } from './prepare.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Starts a Node program that shares our terminal. It has its own process group, so that one Ctrl+C reaches it once. It
 * exits when its input closes, which happens even when this process is killed.
 */
export function startProgram(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ENDS_WITH_STDIN: '1', ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
  child.stdin.on('error', () => {});
  return child;
}

/** A process's name and parent; null without /proc or for an unknown process. */
function processAt(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return null;
  }
}

// Read before packages are installed and things are built, so that an npm killed meanwhile is noticed.
const parent = process.ppid;
const started = processAt(parent);

/** Whether npm ran this script and has exited. It may have started us through a shell that outlives it. */
function npmIsGone() {
  if (process.env.npm_lifecycle_event === undefined) return false;
  const isShell = /^(\w*sh|busybox)$/.test(started?.name ?? '');
  return process.ppid !== parent || (isShell && processAt(parent)?.parent !== started.parent);
}

/** Calls `stop` when the npm that runs this script has exited. */
function whenNpmGoes(stop) {
  const timer = setInterval(() => {
    if (!npmIsGone()) return;
    clearInterval(timer);
    stop('SIGTERM');
  }, 500).unref();
}

/**
 * Calls `stop` at the first stop signal or when npm has exited. Later signals are ignored, because npm and the terminal
 * both send one.
 */
export function onStop(stop) {
  let asked = false;
  const stopOnce = (signal) => {
    if (!asked) stop(signal);
    asked = true;
  };
  for (const signal of signals) process.on(signal, () => stopOnce(signal));
  whenNpmGoes(stopOnce);
}

/** Resolves to the exit code that a shell would report. */
export const ended = (child) =>
  new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

/**
 * Runs a Node program to its end, forwarding stop signals. Resolves to its exit code. Nothing is started for an npm that has
 * gone.
 */
export async function runProgram(args) {
  if (npmIsGone()) return 128 + constants.signals.SIGTERM;
  let child = startProgram(args);
  let isStopping = false;
  onStop((signal) => {
    isStopping = true;
    child.kill(signal);
  });
  for (;;) {
    const code = await ended(child);
    if (code !== restartCode || isStopping) return code;
    child = startProgram(args);
  }
}
