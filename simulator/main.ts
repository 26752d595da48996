import { parseArgs } from 'node:util';
import { chanceFrom } from './chance.ts';
import { runCrowd } from './crowd.ts';

const usage = `Simulated patients for the demonstration hospital.

  npm run simulate -- --patients 20 --seed 7 --url http://localhost:8080

  --patients N   how many open an order (20; with --answer-only none)
  --seed N       the same number gives the same choices (1)
  --url URL      where the platform is (http://localhost:8080)
  --tenant N     its hospital (1)
  --pace X       1 is how people are, 0.1 is ten times as fast (1)
  --answer-only  only patients who are there already, and as many new ones as keep six waiting
  --keep-coming  somebody else comes when one is done
  --quiet        says nothing`;

const { values } = parseArgs({
  options: {
    patients: { type: 'string' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string', default: 'http://localhost:8080' },
    tenant: { type: 'string', default: '1' },
    pace: { type: 'string', default: '1' },
    'answer-only': { type: 'boolean', default: false },
    'keep-coming': { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** The demonstration's patients have consecutive numbers and one password. */
const accounts = 60;
const mobiles = Array.from({ length: accounts }, (_, n) => `139${String(n + 1).padStart(8, '0')}`);
const password = process.env.PATIENT_PASSWORD ?? 'Cloudroom2026';

const wholeNumber = (name: string, text: string) => {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} ${text} is not a whole number`);
  return Number(text);
};

async function main() {
  if (values.help) return console.log(usage);
  const answersOnly = values['answer-only'];
  const newcomers = wholeNumber('patients', values.patients ?? (answersOnly ? '0' : '20'));
  const pace = Number(values.pace);
  if (!(pace >= 0 && pace <= 100)) throw new Error(`--pace ${values.pace} is not a number from 0 to 100`);
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());
  // When the platform starts it, it exits with the platform, even if that is killed.
  if (process.env.ENDS_WITH_STDIN === '1') process.stdin.resume().once('end', () => leaving.abort());
  await runCrowd({
    url: values.url,
    tenantId: values.tenant,
    password,
    mobiles,
    newcomers,
    pace,
    answers: answersOnly,
    keepsComing: values['keep-coming'],
    atLeastWaiting: answersOnly ? 6 : 0,
    chance: chanceFrom(wholeNumber('seed', values.seed)),
    habits: { patienceMs: newcomers > 0 ? 90_000 : null, dropsLink: newcomers > 0 ? 0.1 : 0 },
    signal: leaving.signal,
    log: values.quiet ? () => {} : (what) => console.log(what),
  });
  process.exit(0);
}

main().catch((cause: unknown) => {
  if (!values.quiet) console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
});
