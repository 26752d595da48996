import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Every measurement by its name, with the title of its section; those of a group run in one process. */
const groups: Readonly<Record<string, string>>[] = [
  { pane: 'Panes', queue: 'Queue' },
  { reviews: 'Reviews', load: 'First load' },
  { fold: 'Conversations', calls: 'Calls', server: 'Messages', cluster: 'Cluster', sockets: 'Sockets', storm: 'Storm' },
  { start: 'Start', lists: 'Lists' },
  { searches: 'Searches', memory: 'Memory' },
];
const results = () => readFileSync('bench/RESULTS.md', 'utf8');

async function bench(...args: string[]) {
  const run = spawn(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...args], {
    env: { ...process.env, BENCH_TRIAL: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')]);
  return { said, complained, code };
}

test.each(groups.map((group) => [Object.keys(group), group] as const))(
  'the measurements %s still run',
  async (names, group) => {
    const before = results();
    const { said, complained, code } = await bench(...names);
    expect(code, complained).toBe(0);
    for (const title of Object.values(group)) expect(said).toContain(`## ${title}\n`);
    expect(results()).toBe(before);
  },
  400_000,
);

test('the list of measurements is complete, and an unknown one or option is refused by name', async () => {
  const { said, code } = await bench('--help');
  expect([code, said.match(/^ {2}name +(.*);/m)?.[1]?.split(', ')]).toEqual([
    0,
    groups.flatMap((group) => Object.keys(group)),
  ]);
  expect(await bench('pains')).toMatchObject({ code: 2, complained: expect.stringContaining('pains') });
  expect(await bench('--kepp')).toMatchObject({ code: 2, complained: expect.stringContaining('--kepp') });
  expect(await bench('fold', '--keep')).toMatchObject({ code: 2, complained: expect.stringContaining('partial') });
}, 300_000);
