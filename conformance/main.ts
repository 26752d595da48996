import { parseArgs } from 'node:util';
import { type Finding, runChecks } from './check.ts';
import { coverageOf } from './evidence.ts';
import { groups } from './groups.ts';
import { linesOf, totalOf } from './report.ts';
import { type Account, type Given, openWorld } from './world.ts';

const usage = `Checks a hospital's platform against the contract that the workstation needs. Use a test hospital: the checks
accept a patient, write messages, a record and prescriptions, and finish the consultation. They change settings and put
them back, and end the other sessions of the first doctor.

  npm run conformance -- --url https://hospital.example --account doctor:password --second-account doctor2:password \\
    --auditor auditor:password --second-auditor auditor2:password --administrator admin:password

  --url URL                where the platform is
  --account U:P            a doctor; the other accounts are for races and foreign access, without them checks are left out
  --second-account U:P     another doctor
  --auditor U:P            an auditor
  --second-auditor U:P     another auditor
  --administrator U:P      an administrator, if the platform has this product's calls for them
  --operator U:P           an administrator who operates the platform, if it has this product's calls for them
  --patient M:P            a patient, if the platform has this product's calls for patients; else somebody must be waiting
  --tenant N               the hospital's id (1)
  --website HOST           the host under which the hospital is known (that of the URL)
  --prefix PATH            before every path (/api)
  --drug WORD              finds a medicine in stock that any adult may take (ambroxol)
  --diagnosis CODE         finds a diagnosis (J20.9)
  --json                   prints the findings as JSON
Exit code: 0 if no rule is broken, 1 if one is, 2 if the command is wrong. Rules that could not be checked are listed.`;

class WrongUse extends Error {}

const options = {
  url: { type: 'string' },
  account: { type: 'string' },
  'second-account': { type: 'string' },
  auditor: { type: 'string' },
  'second-auditor': { type: 'string' },
  administrator: { type: 'string' },
  operator: { type: 'string' },
  patient: { type: 'string' },
  tenant: { type: 'string', default: '1' },
  website: { type: 'string' },
  prefix: { type: 'string', default: '/api' },
  drug: { type: 'string', default: 'ambroxol' },
  diagnosis: { type: 'string', default: 'J20.9' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (cause) {
    throw new WrongUse(cause instanceof Error ? cause.message.split('. ')[0] : String(cause));
  }
}

function accountOf(option: string, given: string | undefined): Account | null {
  if (given === undefined) return null;
  const at = given.indexOf(':');
  if (at < 1 || at === given.length - 1) throw new WrongUse(`--${option} must be user:password`);
  return { username: given.slice(0, at), password: given.slice(at + 1) };
}

function givenBy(options: ReturnType<typeof readOptions>): Given {
  const { url, tenant, prefix, drug, diagnosis } = options;
  if (url === undefined || !URL.canParse(url)) throw new WrongUse('--url must be the address of a platform');
  const doctor = accountOf('account', options.account);
  if (!doctor) throw new WrongUse('--account user:password of a doctor is needed');
  return {
    url,
    prefix,
    tenantId: tenant,
    website: options.website ?? new URL(url).hostname,
    doctor,
    secondDoctor: accountOf('second-account', options['second-account']),
    auditor: accountOf('auditor', options.auditor),
    secondAuditor: accountOf('second-auditor', options['second-auditor']),
    administrator: accountOf('administrator', options.administrator),
    operator: accountOf('operator', options.operator),
    patient: accountOf('patient', options.patient),
    drug,
    diagnosis,
  };
}

/** Ends the command at once where nothing answers, instead of failing rule by rule. */
async function reach(url: string): Promise<void> {
  await fetch(url, { signal: AbortSignal.timeout(30_000), redirect: 'manual' }).catch((cause: Error) => {
    const { code } = (cause.cause ?? {}) as { code?: string };
    throw new WrongUse(`${url} cannot be reached: ${code ?? cause.message}`);
  });
}

async function main(): Promise<number> {
  const values = readOptions();
  if (values.help) {
    console.log(usage);
    return 0;
  }
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
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (cause: unknown) => {
    console.error(cause instanceof WrongUse ? `${cause.message}. See --help for all options.` : cause);
    process.exit(2);
  },
);
