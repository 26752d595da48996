import { spawn } from 'node:child_process';
import type { PatientCommand } from '../../simulator/commands.ts';
import { packageFolder, simulatorArgs } from '../installation.ts';
import { demoPassword } from './hospitals.ts';

type Needs = { port: number; demo: boolean };

const keepComing = ['--patients', '6', '--keep-coming'];

export type DemoPatients = { stop(): void; ask(command: PatientCommand): void };

/**
 * Runs the patient simulator in a child process: waiting patients answer the doctor who accepts them, and in demo mode new
 * patients keep arriving. The child ends with this process, however it ends.
 */
export function startPatients({ port, demo }: Needs): DemoPatients {
  const args = ['--answer-only', '--url', `http://127.0.0.1:${port}`, '--quiet', ...(demo ? keepComing : [])];
  const child = spawn(process.execPath, [...simulatorArgs, ...args], {
    cwd: packageFolder,
    env: { ...process.env, PATIENT_PASSWORD: demoPassword, ENDS_WITH_STDIN: '1' },
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // An unhandled error would end this process; without its patients the demonstration only stays silent.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  return {
    stop: () => void child.kill('SIGTERM'),
    ask(command) {
      if (child.connected) child.send(command);
    },
  };
}
