import { type catalogue, extensions, specified } from '../contract/catalogue.ts';
import type { Operation } from '../contract/operation.ts';
import type { Finding } from './finding.ts';

type Name = keyof typeof catalogue;

const needsPhone = 'its code goes to a phone';
const cannotSubmit = 'certificates that were submitted cannot be withdrawn';
const changesStaff = "it would change a colleague's account";

/** Calls that no run makes with valid input, and why. */
export const neverMade: Partial<Record<Name, string>> = {
  sendSmsCode: 'only a person solves the puzzle, and the code goes to a phone',
  checkCaptcha: 'only a person solves the puzzle',
  validateSmsCode: needsPhone,
  smsLogin: needsPhone,
  checkMobileCode: needsPhone,
  resetMobile: needsPhone,
  createQualification: cannotSubmit,
  updateQualification: cannotSubmit,
  decideCertificates: 'a decision about certificates cannot be taken back',
  decideIdentity: 'a decision about a name cannot be taken back',
  createStaff: 'an account cannot be deleted again',
  updateStaff: changesStaff,
  setStaffDisabled: changesStaff,
  resetStaffPassword: changesStaff,
  endStaffSessions: changesStaff,
  createHospital: 'a hospital cannot be deleted again',
  setHospitalDisabled: 'it would log everybody out of a hospital',
  createHospitalAdministrator: 'an account cannot be deleted again',
  createDepartment: 'a department cannot be deleted again',
  retireDepartment: 'it would change the departments',
  applyImport: 'it would change the catalogue',
  patientDisputeOrder: 'it would end the consultation and refund it',
};

/** What a run has seen of each call: an answer of the contract's shape, or a refusal with the contract's code. */
export const createEvidence = () => ({ answered: new Set<Operation>(), refused: new Set<Operation>() });
export type Evidence = ReturnType<typeof createEvidence>;

const missingAccount = {
  auditor: 'needs --reviewer',
  administrator: 'needs --administrator',
  operator: 'needs --operator',
  patient: 'needs --patient',
} as const;

type Present = Readonly<Record<keyof typeof missingAccount, unknown>>;

/** Why no answer of a call was checked. */
function reasonFor(name: string, { access }: Operation, present: Present): string {
  const known = neverMade[name as Name];
  if (known) return known;
  const isAbsent = Object.hasOwn(missingAccount, access) && !present[access as keyof Present];
  return isAbsent ? missingAccount[access as keyof Present] : 'the rule that makes it failed or was not checked';
}

/** Every call of which no answer was checked, so that none counts as checked because it exists. */
export function uncheckedCalls(evidence: Evidence, present: Present): Finding[] {
  const calls: [string, Operation][] = Object.entries({ ...specified, ...extensions });
  return calls
    .filter(([, operation]) => !evidence.answered.has(operation))
    .map(([name, operation]) => ({
      group: 'Calls whose answer was not checked',
      rule: `${name} (${operation.method} ${operation.path})`,
      core: false,
      state: 'notChecked',
      reason: `${reasonFor(name, operation, present)}${evidence.refused.has(operation) ? '; its refusals were checked' : ''}`,
    }));
}

/** Whether a finding is about a call that no run makes with valid input. */
export const isNeverMade = ({ rule }: Pick<Finding, 'rule'>) => Object.hasOwn(neverMade, rule.split(' ')[0] ?? '');

/** How many calls of the specification, and of this product, were answered or only refused as the contract says. */
export function coverageOf({ answered, refused }: Evidence): string {
  const partOf = (calls: Readonly<Record<string, Operation>>, of: string) => {
    const all = Object.values(calls);
    const only = all.filter((call) => refused.has(call) && !answered.has(call)).length;
    const both = all.filter((call) => answered.has(call)).length;
    return `${of}: ${both} of ${all.length} calls answered as the contract says, ${only} only refused, ${all.length - both - only} neither`;
  };
  return `${partOf(specified, 'Specification')}\n${partOf(extensions, 'This product')}`;
}
