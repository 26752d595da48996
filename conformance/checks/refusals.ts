import * as z from 'zod/mini';
import { extensions, specified } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Check, Group } from '../check.ts';
import { Broken, equal, needed } from '../finding.ts';
import { titleOf } from '../http.ts';
import type { Role, World } from '../world.ts';

type Named = readonly [string, Operation];
type Who = Role | 'patient';

const parts = [
  ['calls of the specification', Object.entries<Operation>(specified)],
  ['further calls of the workstation', Object.entries<Operation>(extensions)],
] as const;

/** Somebody who may make the call; null if it needs nobody. */
function entitled({ access, path }: Operation): Who | null {
  if (access === 'public') return path.startsWith('/patient/') ? 'patient' : null;
  const named = ['auditor', 'administrator', 'operator', 'patient'] as const;
  return named.find((who) => who === access) ?? 'doctor';
}

/** Whether a request without any field breaks the contract, so that it can change nothing. */
const needsFields = ({ query, body, path, wire }: Operation) =>
  wire !== 'upload' && !path.includes('{') && !(z.safeParse(query, {}).success && z.safeParse(body, {}).success);

const signedIn = (world: World, who: Who) => (who === 'patient' ? world.patient() : world.person(who));

/** Requires the same refusal of every call, and names all calls that answer otherwise. */
async function allRefused(world: World, calls: readonly Named[], token: string | null, code: Code): Promise<void> {
  const present = calls.filter(([name]) => !world.missing.has(name));
  needed(present.length > 0 || null, 'the platform has none of these calls');
  const wrong: string[] = [];
  for (const [name, operation] of present) {
    const reply = await world.http.ask(operation, { id: operation.path.includes('{') ? '1' : undefined }, { token });
    try {
      world.http.refusedWith(operation, reply, code);
    } catch (cause) {
      if (!(cause instanceof Broken)) throw cause;
      wrong.push(`${name} (${titleOf(operation)}) answers code ${reply.code} at HTTP status ${reply.status}`);
    }
  }
  equal(wrong, [], wrong.join('; '));
}

const anonymous: readonly Check[] = parts.map(([what, calls]) => ({
  rule: `${what} answer code 401 without a token, unless anybody may make them`,
  run: (world) =>
    allRefused(
      world,
      calls.filter(([, { access }]) => access !== 'public'),
      null,
      Code.unauthorised,
    ),
}));

const whose: readonly Who[] = ['doctor', 'auditor', 'administrator', 'operator', 'patient'];

const withoutFields: readonly Check[] = parts.flatMap(([what, calls]) =>
  [null, ...whose].flatMap((who): Check[] => {
    const theirs = calls.filter(([, operation]) => entitled(operation) === who && needsFields(operation));
    if (theirs.length === 0) return [];
    return [
      {
        rule: `${what} answer code 400 without their fields: ${who === null ? 'those before sign-in' : `those of a ${who}`.replace('a a', 'an a')}`,
        async run(world) {
          const token = who === null ? null : (await signedIn(world, who)).tokens.accessToken;
          await allRefused(world, theirs, token, Code.badRequest);
        },
      },
    ];
  }),
);

/** A person of one role is refused the calls of another. */
const ofOtherRole = (who: Who, others: readonly Operation['access'][], rule: string): Check => ({
  rule,
  async run(world) {
    const calls = parts.flatMap(([, all]) => all).filter(([, { access }]) => others.includes(access));
    await allRefused(world, calls, (await signedIn(world, who)).tokens.accessToken, Code.forbidden);
  },
});

/** What every call refuses, whatever it does. */
export const refusals: Group = {
  name: 'Refusals of every call',
  checks: [
    ...anonymous,
    ...withoutFields,
    ofOtherRole(
      'doctor',
      ['auditor', 'administrator', 'operator'],
      'a doctor is refused the calls of reviewers and administrators',
    ),
    ofOtherRole(
      'auditor',
      ['doctor', 'administrator', 'operator'],
      'a reviewer is refused the calls of doctors and administrators',
    ),
    ofOtherRole(
      'administrator',
      ['doctor', 'auditor', 'clinician', 'operator'],
      'an administrator is refused the calls about patients and those of operators',
    ),
    ofOtherRole('operator', ['doctor', 'auditor', 'clinician'], 'an operator is refused the calls about patients'),
    ofOtherRole(
      'patient',
      ['staff', 'clinician', 'doctor', 'auditor', 'administrator', 'operator'],
      'a patient is refused the calls of staff',
    ),
  ],
};
