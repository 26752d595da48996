import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { readCommandLine, WrongUse } from '../scripts/commandLine.mjs';
import { runChecks } from './check.ts';
import { coverageOf } from './evidence.ts';
import { type Finding, NotChecked } from './finding.ts';
import { groups } from './groups.ts';
import type { Account } from './person.ts';
import { exitCodeOf, leftOut, linesOf, totalOf } from './report.ts';
import { type Given, openWorld } from './world.ts';

const usage = `Checks a hospital's platform against the contract that the workstation needs. Use a test hospital: the checks
accept a patient, write messages, a record and prescriptions, and finish the consultation. They change settings and put
them back, and end the other sessions of the first doctor.

  npm run conformance -- --url https://hospital.example --passwords accounts.txt --account doctor --second-account doctor2 \\
    --reviewer auditor --second-reviewer auditor2 --administrator admin

  --url URL                where the platform is
  --passwords FILE         a line "account:password" for each account, because everyone on a machine sees command lines
  --account NAME           a doctor; the other accounts are for races and foreign access, without them checks are left out
  --second-account NAME    another doctor
  --reviewer NAME          a reviewer
  --second-reviewer NAME   another reviewer
  --administrator NAME     an administrator, if the platform has this product's calls for them
  --operator NAME          an administrator who operates the platform, if it has this product's calls for them
  --patient MOBILE         a patient, if the platform has this product's calls for patients; else somebody must be waiting
  --notice COMMAND         publishes a notice to the staff, as "npm run admin -- publish ..." does for this product
  --hospital N             the hospital's id (1)
  --website HOST           the host under which the hospital is known (that of the URL)
  --prefix PATH            before every path (/api)
  --medicine WORD          finds a medicine in stock that any adult may take (ambroxol)
  --diagnosis CODE         finds a diagnosis (J20.9)
  --json                   prints the findings as JSON
  --strict                 every rule that a run can check must be checked, not the core rules alone
Exit code: 0 if all rules hold, 1 if one is broken, 2 if the command is wrong, 3 if none is broken but core rules were not
checked. Rules that could not be checked are listed.`;

const taken = {
  url: { type: 'string' },
  passwords: { type: 'string' },
  account: { type: 'string' },
  'second-account': { type: 'string' },
  reviewer: { type: 'string' },
  'second-reviewer': { type: 'string' },
  administrator: { type: 'string' },
  operator: { type: 'string' },
  patient: { type: 'string' },
  notice: { type: 'string' },
  hospital: { type: 'string', default: '1' },
  website: { type: 'string' },
  prefix: { type: 'string', default: '/api' },
  medicine: { type: 'string', default: 'ambroxol' },
  diagnosis: { type: 'string', default: 'J20.9' },
  json: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
} as const;

/** The passwords of a file with a line "account:password" for each. */
function passwordsIn(file: string | undefined): Map<string, string> {
  if (file === undefined) return new Map();
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    throw new WrongUse(`--passwords ${file} cannot be read`);
  }
  return new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

function givenBy(options: ReturnType<typeof readCommandLine<typeof taken>>['values']): Given {
  const { url, hospital, prefix, medicine, diagnosis } = options;
  if (url === undefined || !URL.canParse(url)) throw new WrongUse('--url must be the address of a platform');
  const passwords = passwordsIn(options.passwords);
  const accountOf = (option: string, username: string | undefined): Account | null => {
    if (username === undefined) return null;
    const password = passwords.get(username);
    if (username.includes(':') || !password)
      throw new WrongUse(`--${option} takes an account whose password is in the file of --passwords`);
    return { username, password };
  };
  const doctor = accountOf('account', options.account);
  if (!doctor) throw new WrongUse('--account of a doctor is needed');
  return {
    url,
    prefix,
    hospitalId: hospital,
    website: options.website ?? new URL(url).hostname,
    doctor,
    secondDoctor: accountOf('second-account', options['second-account']),
    auditor: accountOf('reviewer', options.reviewer),
    secondReviewer: accountOf('second-reviewer', options['second-reviewer']),
    administrator: accountOf('administrator', options.administrator),
    operator: accountOf('operator', options.operator),
    patient: accountOf('patient', options.patient),
    publishNotice: options.notice === undefined ? null : commandOf(options.notice),
    medicine,
    diagnosis,
  };
}

/** Runs a command in this machine's shell. A failure has the message of the command. */
const commandOf = (command: string) => async () => {
  await promisify(exec)(command, { timeout: 60_000 }).catch((cause: Error) => {
    throw new NotChecked(`--notice failed: ${cause.message}`);
  });
};

/** Ends the command at once where nothing answers, instead of failing rule by rule. */
async function reach(url: string): Promise<void> {
  await fetch(url, { signal: AbortSignal.timeout(30_000), redirect: 'manual' }).catch((cause: Error) => {
    const { code } = (cause.cause ?? {}) as { code?: string };
    throw new WrongUse(`${url} cannot be reached: ${code ?? cause.message}`);
  });
}

async function main(): Promise<number> {
  const { values } = readCommandLine({ usage, options: taken });
  const given = givenBy(values);
  await reach(given.url);
  const world = openWorld(given);
  let previous: Finding | null = null;
  const findings = await runChecks(groups, world, (finding) => {
    if (!values.json) for (const line of linesOf(finding, previous)) console.log(line);
    previous = finding;
  });
  await world.close();
  const coverage = coverageOf(world.http.evidence);
  console.log(values.json ? JSON.stringify(findings, null, 2) : `\n${coverage}\n${totalOf(findings)}`);
  const { strict } = values;
  const unchecked = leftOut(findings, strict).length;
  if (unchecked > 0)
    console.error(`${unchecked} ${strict ? 'rules' : 'core rules'} were not checked, so this run proves nothing.`);
  return exitCodeOf(findings, strict);
}

main().then(
  (code) => process.exit(code),
  (cause: unknown) => {
    console.error(cause instanceof WrongUse ? `${cause.message}. See --help for all options.` : cause);
    process.exit(2);
  },
);
