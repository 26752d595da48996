import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { demoPassword } from './hospitals.ts';

type Needs = { port: number; demo: boolean };

const root = join(import.meta.dirname, '..', '..');
const keepComing = ['--patients', '6', '--keep-coming'];

/**
 * Lets the demonstration's patients live in a program of their own, beside this one: those who wait answer the doctor who
 * takes them, and in demo mode more keep coming. They end with this program, however it ends.
 */
export function startPatients({ port, demo }: Needs): { stop(): void } {
  const args = ['--answer-only', '--url', `http://127.0.0.1:${port}`, '--quiet', ...(demo ? keepComing : [])];
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'simulator', 'main.ts'), ...args], {
    cwd: root,
    env: { ...process.env, PATIENT_PASSWORD: demoPassword, ENDS_WITH_STDIN: '1' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  return { stop: () => void child.kill('SIGTERM') };
}
