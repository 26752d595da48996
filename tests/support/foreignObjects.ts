import type { Operation } from '../../contract/operation.ts';
import { type Copy, colleague, nothing, otherHospital } from './copiedWorlds.ts';
import type { IdPlace } from './idFields.ts';

export const roles = ['doctor', 'auditor', 'patient', 'administrator', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Who may make a call. Public calls name no object. */
export const rolesOf: Readonly<Record<Operation['access'], readonly Role[]>> = {
  public: [],
  account: roles,
  staff: ['doctor', 'auditor', 'administrator', 'operator'],
  clinician: ['doctor', 'auditor'],
  doctor: ['doctor'],
  auditor: ['auditor'],
  administrator: ['administrator', 'operator'],
  operator: ['operator'],
  patient: ['patient'],
  party: ['doctor', 'auditor', 'patient'],
};

/** Whose object a place names instead of the caller's. */
type Whose = 'otherHospital' | 'colleague' | 'otherKind' | 'otherRole';

/** Places that look so and name nothing that somebody could own, each with the reason. */
const namesNothing: readonly (readonly [RegExp, string])[] = [
  [/clientMessageId$/, 'Its sender makes it up for one message.'],
  [/clientRequestId$/, 'Its sender makes it up for one request.'],
  [/(minId|maxId|lastId)$/, 'It is a position in a list whose owner the request names otherwise.'],
  [/QuickRepl\w+ .*content$/, 'It is the text of a phrase.'],
  [/areaId$/, 'It is a code of the national list of places.'],
  [
    /lines\[\]\.inventoryId$/,
    'The platform looks the place in stock up itself, so any number is accepted and ignored.',
  ],
  [/^putUiSetting body\.setting/, "It is the name or the value of one of the person's own settings."],
  [/^updateHospital body\.settings\.prices\{key\}$/, 'It is a kind of consultation.'],
  [
    /^putRuleSettings body\.settings\.(alsoBanned|indications\{key\})/,
    'It is the code of an ingredient of the clinical tables.',
  ],
  [/^putRuleSettings body\.settings\.antibacterialLevels\{key\}$/, 'It is the code of a title.'],
  [/^putRuleSettings body\.settings\.rules\{key\}$/, 'It is the name of a clinical rule.'],
];
export const namesObject = (label: string): boolean => !namesNothing.some(([pattern]) => pattern.test(label));

const linkKey = /(\/files\/)([\w-]{20,60}\.\w{2,4})/;
const orderInCard = /("orderId":")(\d+)(?=")/;
const isNumber = (value: unknown) => /^[1-9]\d{0,7}$/.test(String(value));

/** The same object's name in a copy of the world; null for what names no object. */
export function inCopy(field: string, value: unknown, copy: Copy): string | number | null {
  const { by, mark } = copy;
  if (typeof value === 'number') return isNumber(value) ? value + by : null;
  if (typeof value !== 'string') return null;
  if (linkKey.test(value)) return value.replace(linkKey, `$1${mark}$2`);
  if (field === 'content')
    return orderInCard.test(value) ? value.replace(orderInCard, (_, name, id) => `${name}${Number(id) + by}`) : null;
  if (/(No|number|leaseId)$/.test(field)) return `${value}${mark}`;
  return isNumber(value) ? String(Number(value) + by) : null;
}

/** Calls that read a prescription, or what its review needs. */
const readsForReview =
  'getPrescription|prescriptionVersions|listReviewQuestions|prescriptionHistory|orderDetail|getCase|getPatientFacts|getPersonalHistory|medicalRecordList|electronicMedicalRecords';
const reviews = '\\w+Audit|audit:reviewing|undoDecision|saveReviewDraft|auditContext|askReviewQuestion';

const shared: readonly (readonly [RegExp, string])[] = [
  [/^patient patientCreateOrder body\.doctorId$/, 'Patients choose among all doctors of the hospital.'],
  [/^\w+ (updateQualification|requestIdentity) body\.deptId$/, 'Staff choose among all departments of the hospital.'],
  [/^auditor decideCertificates /, 'Reviewers of certificates decide on those of all colleagues.'],
  [
    new RegExp(`^auditor (${reviews}) \\w+\\.(id|prescriptionId)$`),
    'Auditors of a hospital share its reviews, and see who holds which.',
  ],
  [
    new RegExp(`^auditor (${readsForReview}) `),
    'Auditors read each submitted prescription with its order and patient.',
  ],
  [
    /^(administrator|operator) (?!applyImport)/,
    'Administrators of a hospital manage the same staff, catalogues and sessions; operators manage all hospitals.',
  ],
];

/** Whether a colleague's object is no secret for this role at this place. */
const isShared = (role: Role, label: string) => shared.some(([pattern]) => pattern.test(`${role} ${label}`));

/** Objects of the caller's own hospital: a message, a reviewer, and a doctor's work of which nothing was submitted for review. */
export type Others = Readonly<Record<'message' | 'auditor' | 'prescription' | 'order' | 'patient' | 'record', string>>;

const isPrescription = new RegExp(`^(${reviews}|getPrescription|prescriptionVersions|listReviewQuestions) `);
const kinds: readonly (readonly [RegExp, keyof Others])[] = [
  [/(orderId|orderDetail query\.id)$/, 'order'],
  [/patientId$/, 'patient'],
  [/(caseId|getCase query\.id)$/, 'record'],
  [isPrescription, 'prescription'],
];

/** What a reviewer may not read of the doctors' work. */
function unsubmittedFor(label: string, others: Others): string | null {
  if (/leaseId$/.test(label)) return null;
  const kind = kinds.find(([pattern]) => pattern.test(label))?.[1];
  return kind === undefined ? null : others[kind];
}

/** What a place gets instead of the caller's object, by whose it is. */
export function foreignFor(role: Role, { label, field, value }: IdPlace, others: Others): [Whose, string | number][] {
  const isId = isNumber(value) && !/(No|number|deptId)$/.test(field) && typeof value === 'string';
  const unsubmitted = isId && role === 'auditor' ? unsubmittedFor(label, others) : null;
  const given: [Whose, string | number | null][] = [
    ['otherHospital', inCopy(field, value, otherHospital)],
    ['colleague', isShared(role, label) ? null : inCopy(field, value, colleague)],
    ['otherKind', isId && field !== 'messageId' ? others.message : null],
    ['otherRole', isId && field === 'doctorId' ? others.auditor : null],
    ['otherRole', unsubmitted],
    ['otherRole', unsubmitted && inCopy('id', unsubmitted, colleague)],
  ];
  return given.flatMap(([whose, put]): [Whose, string | number][] =>
    put === null || put === value ? [] : [[whose, put]],
  );
}

/** The name of an object that does not exist. */
export const missingFor = ({ field, value }: IdPlace) => inCopy(field, value, nothing);

/** An answer without what differs between two equal requests: the named object, times and generated ids. */
export function comparable(answer: string, named: string | number): string {
  // A short number occurs in other places as well, so only a whole value counts.
  const texts = String(named).length < 6 ? [`"${named}"`] : [String(named), encodeURIComponent(named)];
  return texts
    .reduce((text, one) => text.replaceAll(one, '<named>'), answer)
    .replace(/\b1[6-9]\d{11}\b/g, '<time>')
    .replace(/"version":\d+/g, '"version":<version>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>');
}
