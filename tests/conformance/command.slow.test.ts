import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { neverMade } from '../../conformance/evidence.ts';
import { freePatients } from '../../simulator/freePatients.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { demoPassword } from '../support/signIn.ts';
import { changingAnswers } from './changingAnswers.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

type Ended = { code: number; stdout: string; stderr: string };

/** Runs the command as `npm run conformance` does. */
const conformance = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const command = ['--import', 'tsx', 'conformance/main.ts', ...args];
    execFile(process.execPath, command, { maxBuffer: 1 << 24 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

const isLine = /^[^\n]+\n$/;

let platform: Platform;
let folder: string;
let passwords: string;
beforeAll(async () => {
  platform = await startPlatform({ beginsWith: inject('seededFolder') });
  folder = mkdtempSync(join(tmpdir(), 'kit-'));
  passwords = join(folder, 'accounts.txt');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await platform?.stop();
});

/** The options that name these accounts, with their passwords in a file. */
function signedIn(accounts: Record<string, string>): string[] {
  writeFileSync(
    passwords,
    Object.values(accounts)
      .map((name) => `${name}:${demoPassword}\n`)
      .join(''),
  );
  return ['--passwords', passwords, ...Object.entries(accounts).flatMap(([option, name]) => [`--${option}`, name])];
}

const everybody = async () => {
  const hospital = { url: platform.url, hospitalId: '1', password: demoPassword };
  const [phone] = await freePatients(hospital, 1, 'en');
  phone?.close();
  return [
    ...['--url', platform.url, '--website', 'localhost'],
    ...signedIn({
      ...{ account: 'doctor01', 'second-account': 'doctor02', reviewer: 'auditor01', 'second-reviewer': 'auditor02' },
      ...{ administrator: 'admin01', operator: 'operator01', patient: phone?.mobile ?? '' },
    }),
  ];
};

test('this platform breaks no rule, what no run can check is listed, and the command ends with 0', async () => {
  const { code, stdout, stderr } = await conformance(...(await everybody()));
  const lines = stdout.split('\n');
  expect(lines.filter((line) => line.startsWith('  FAIL'))).toEqual([]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const unchecked = lines.filter((line) => line.startsWith('  –')).map((line) => line.trim().split(/\s+/)[1]);
  // The rule that begins with "a notice" needs --notice, which this run does not give.
  expect(unchecked.sort()).toEqual([...Object.keys(neverMade), 'a'].sort());
  const passed = lines.filter((line) => line.startsWith('  ok')).length;
  expect(lines.slice(-4)).toEqual([
    expect.stringMatching(
      /^Specification: \d+ of 51 calls answered as the contract says, \d+ only refused, 0 neither$/,
    ),
    expect.stringMatching(
      /^This product: \d+ of \d+ calls answered as the contract says, \d+ only refused, 0 neither$/,
    ),
    `${passed} passed, 0 failed, ${unchecked.length} not checked`,
    '',
  ]);
});

test('a broken answer is named with its call, and the command ends with 1', async () => {
  const changed = await changingAnswers(platform.url, {
    '/consult/quick-reply/createQuickReply': (body) => ({ ...body, data: { no: 'id' } }),
  });
  try {
    const args = ['--url', changed.url, '--website', 'localhost', ...signedIn({ account: 'doctor01' }), '--json'];
    const { code, stdout } = await conformance(...args);
    const findings = JSON.parse(stdout) as { state: string; reason: string | null }[];
    const broken = findings.filter(({ state }) => state === 'failed').map(({ reason }) => reason);
    expect(broken).toEqual([
      expect.stringMatching(/^POST \/consult\/quick-reply\/createQuickReply: /),
      expect.stringMatching(/^POST \/consult\/quick-reply\/createQuickReply: /),
    ]);
    expect(code).toBe(1);
  } finally {
    changed.close();
  }
});

test('a wrong use is one line that says what is wrong, and the command ends with 2', async () => {
  for (const [args, said] of [
    [['--url', platform.url, '--acount', 'a'], "Unknown option '--acount'"],
    [['--url', 'nowhere'], '--url must be the address of a platform'],
    [['--url', platform.url], '--account of a doctor is needed'],
    [['--url', platform.url, '--account', 'doctor01'], '--account takes an account whose password is in the file'],
    [
      ['--url', platform.url, '--account', 'doctor01:secret'],
      '--account takes an account whose password is in the file',
    ],
    [
      ['--url', platform.url, '--passwords', '/nowhere', '--account', 'doctor01'],
      '--passwords /nowhere cannot be read',
    ],
    [['--url', 'http://127.0.0.1:9', ...signedIn({ account: 'doctor01' })], 'http://127.0.0.1:9 cannot be reached'],
  ] as const) {
    const { code, stdout, stderr } = await conformance(...args);
    expect(stderr).toContain(said);
    expect(stderr).toMatch(isLine);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  }
});

test('--help names every option', async () => {
  const { code, stdout } = await conformance('--help');
  expect(code).toBe(0);
  for (const option of ['url', 'account', 'reviewer', 'administrator', 'operator', 'patient', 'hospital', 'json'])
    expect(stdout).toContain(`--${option} `);
});
