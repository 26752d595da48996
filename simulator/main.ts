import { filter, fromEvent } from 'rxjs';
import { readCommandLine } from '../scripts/commandLine.mjs';
import { mobiles } from './accounts.ts';
import { chanceFrom } from './chance.ts';
import { type PatientCommand, patientCommands } from './commands.ts';
import { runCrowd } from './crowd.ts';
import { runPrescribing } from './prescribing.ts';

const usage = `Simulated patients for the demonstration hospital, and doctors who prescribe.

  npm run simulate -- --patients 20 --seed 7 --url http://localhost:8080

  --patients N   how many open an order (20; with --answer-only none)
  --seed N       the same number gives the same choices (1)
  --url URL      where the platform is (http://localhost:8080)
  --hospital N   its number (1)
  --pace X       1 is how people are, 0.1 is ten times as fast (1)
  --answer-only  only patients who are there already, and as many new ones as keep six waiting
  --keep-coming  somebody else comes when one is done
  --prescriptions N  doctors accept the patients (6) and submit N prescriptions for review; nobody talks
  --within S     they submit them evenly over S seconds (60)
  --quiet        says nothing`;

const { values } = readCommandLine({
  usage,
  options: {
    patients: { type: 'string' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string', default: 'http://localhost:8080' },
    hospital: { type: 'string', default: '1' },
    pace: { type: 'string', default: '1' },
    'answer-only': { type: 'boolean', default: false },
    'keep-coming': { type: 'boolean', default: false },
    prescriptions: { type: 'string' },
    within: { type: 'string', default: '60' },
    quiet: { type: 'boolean', default: false },
  },
});

const isCommand = (message: unknown): message is PatientCommand => patientCommands.some((one) => one === message);

/** All people of the demonstration have one password. */
const password = process.env.PATIENT_PASSWORD ?? 'Cloudroom2026';

const wholeNumber = (name: string, text: string) => {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} ${text} is not a whole number`);
  return Number(text);
};

async function main() {
  const log = values.quiet ? () => {} : (what: string) => console.log(what);
  const hospital = { url: values.url, hospitalId: values.hospital, password };
  const answersOnly = values['answer-only'];
  const newcomers = wholeNumber('patients', values.patients ?? (answersOnly ? '0' : '20'));
  const pace = Number(values.pace);
  if (!(pace >= 0 && pace <= 100)) throw new Error(`--pace ${values.pace} is not a number from 0 to 100`);
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());
  // When the platform starts it, it exits with the platform, even if that is killed.
  if (process.env.ENDS_WITH_STDIN === '1') process.stdin.resume().once('end', () => leaving.abort());
  const { signal } = leaving;
  if (values.prescriptions !== undefined) {
    const prescriptions = wholeNumber('prescriptions', values.prescriptions);
    const patients = wholeNumber('patients', values.patients ?? '6');
    const withinMs = wholeNumber('within', values.within) * 1_000;
    await runPrescribing({ ...hospital, patients, prescriptions, withinMs, signal, log });
    process.exit(0);
  }
  await runCrowd({
    ...hospital,
    mobiles,
    newcomers,
    pace,
    answers: answersOnly,
    keepsComing: values['keep-coming'],
    atLeastWaiting: answersOnly ? 6 : 0,
    chance: chanceFrom(wholeNumber('seed', values.seed)),
    // The platform of a demonstration that starts it passes what somebody asks for.
    commands$: fromEvent(process, 'message', (message: unknown) => message).pipe(filter(isCommand)),
    habits: { patienceMs: newcomers > 0 ? 90_000 : null, dropsLink: newcomers > 0 ? 0.1 : 0 },
    signal,
    log,
  });
  process.exit(0);
}

main().catch((cause: unknown) => {
  if (!values.quiet) console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
});
