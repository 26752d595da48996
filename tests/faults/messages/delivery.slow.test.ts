import { expect, inject, test } from 'vitest';
import { faultNamed } from './faults.ts';
import { deliveryRun } from './run.ts';

/** Prints one line per fault. */
const say = (line: string) => void process.stderr.write(`${line}\n`);
const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const seed = number('DELIVERY_SEED', 1);

test('600 messages survive every kind of fault: none lost, duplicated, out of order or stale', async () => {
  const report = await deliveryRun({
    executablePath: inject('chromium') ?? '',
    seed,
    long: false,
    minutes: null,
    only: faultNamed(process.env.DELIVERY_FAULT),
    messages: number('DELIVERY_MESSAGES', 600),
    faults: number('DELIVERY_FAULTS', 35),
    progress: (line) => process.env.DELIVERY_PROGRESS && say(line),
  });
  const { verdict, journal, ...summary } = report;
  const replay = `replay with DELIVERY_SEED=${seed} npm run test:slow -- delivery`;
  expect(verdict, `${replay}\n${JSON.stringify(summary)}\n${journal.join('\n')}`).toEqual({
    lost: [],
    twice: [],
    order: [],
    stale: [],
  });
  say(`delivery, seed ${seed}: ${JSON.stringify(summary)}`);
}, 900_000);
