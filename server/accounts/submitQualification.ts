import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/http/account.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { isDepartment, isInDictionary } from '../db/choices.ts';
import { done, type Refused, refused, refusedWith } from '../db/outcome.ts';
import { qualification } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import { resolveOwnFiles } from '../files/resolveOwnFiles.ts';
import { appendTrail } from '../trail/trail.ts';
import { type CallContext, type StaffCaller, UserType } from './caller.ts';
import { prescribesDuringReview, qualificationsOf } from './qualificationQueries.ts';
import { type Certificates, submitCertificates } from './qualifications.ts';
import { type QualificationRow, withFreshLinks } from './qualificationWire.ts';

type Call = CallContext<StaffCaller>;
export type LinkNeeds = { links: Links };
type Request = RequestOf<typeof contract.createQualification>;

const pictures = [
  ...(['idCardFront', 'idCardBack'] as const),
  ...(['practiceCertUrls', 'qualificationCertUrls', 'titleCertUrls'] as const),
] as const;

const listed = (value: string | readonly string[] | null | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? []);

const picturesOf = (of: Pick<Request, (typeof pictures)[number]>) => pictures.flatMap((name) => listed(of[name]));

function certificates(input: Request, linkOf: (url: string) => string): Certificates {
  const { practiceCertNo, qualificationCertNo, titleCode, deptId } = input;
  return {
    practiceCertNo,
    qualificationCertNo,
    titleCode,
    deptId: String(deptId),
    idCardFront: linkOf(input.idCardFront ?? ''),
    idCardBack: linkOf(input.idCardBack ?? ''),
    practiceCertUrls: input.practiceCertUrls.map(linkOf),
    qualificationCertUrls: input.qualificationCertUrls.map(linkOf),
    titleCertUrls: input.titleCertUrls.map(linkOf),
  };
}

type Chosen = { readonly deptId: string | null; readonly titleCode: number | null };

/** Refuses a department or title that the hospital does not have; what the doctor submitted before stays. */
async function refusalOfChoices(tx: Transaction, doctorId: string, { deptId, titleCode }: Chosen) {
  const earlier = await qualificationsOf(tx, doctorId);
  const kept = [earlier?.current, earlier?.revision].flatMap((row) => (row ? [row] : []));
  const depts = kept.map((row) => row.deptId);
  if (!(await isDepartment(tx, Number(deptId), depts)))
    return refusedWith(Code.badRequest, 'departmentUnknown', { field: 'deptId' });
  const titles = kept.map((row) => row.titleCode);
  return (await isInDictionary(tx, 'member_doctor_title', Number(titleCode), titles))
    ? null
    : refusedWith(Code.badRequest, 'titleUnknown', { field: 'titleCode' });
}

/** The certificates to store: pictures and documents that the doctor has uploaded, or that were stored before. */
async function certificatesOf(
  input: Request,
  { links }: LinkNeeds,
  { by, store }: Call,
): Promise<Certificates | Refused> {
  const earlier = await qualificationsOf(store, by.id);
  const stored = [earlier?.current, earlier?.revision].flatMap((row) => (row ? picturesOf(row) : []));
  const names = new Map<string, string>();
  const owner = { type: UserType.staff, id: by.id };
  for (const field of pictures) {
    const named = { urls: listed(input[field]), types: /^image\/|^application\/pdf$/, stored };
    const { files, foreign } = await resolveOwnFiles(store, owner, links.localKeyOf, named);
    if (foreign.length > 0) return refused(Code.badRequest, { field });
    for (const { key, name } of files) names.set(key, name);
  }
  return certificates(input, (url) => {
    const key = links.localKeyOf(url);
    const name = key === null ? undefined : names.get(key);
    return key === null || name === undefined ? url : links.linkTo(key, name, by).url;
  });
}

async function submit(tx: Transaction, given: Certificates, { by, at }: Pick<Call, 'by' | 'at'>): Promise<string> {
  const { id } = await submitCertificates(tx, by.id, given, at);
  const entry = { action: 'create', entity: 'qualification', entityId: id, patientId: null, purpose: null } as const;
  await appendTrail(tx, by, at, { ...entry, outcome: 'ok' });
  return id;
}

/** Hands in certificates for the first time. */
export const createQualification = (needs: LinkNeeds) => async (input: Request, context: Call) => {
  const { by, store } = context;
  const given = await certificatesOf(input, needs, context);
  if ('ok' in given) return given;
  return store.run(async (tx) => {
    const earlier = await qualificationsOf(tx, by.id);
    if (earlier) return refused(Code.duplicateRequest, { id: earlier.current.id });
    return (await refusalOfChoices(tx, by.id, given)) ?? done(await submit(tx, given, context));
  });
};

/** Replaces certificates that were handed in before. */
export const updateQualification =
  (needs: LinkNeeds) =>
  async ({ id, ...input }: RequestOf<typeof contract.updateQualification>, context: Call) => {
    const { by, store } = context;
    const given = await certificatesOf(input, needs, context);
    if ('ok' in given) return given;
    return store.run(async (tx) => {
      const own = await tx.first(qualification, eq(qualification.id, id), eq(qualification.doctorId, by.id));
      if (!own) return refused(Code.notFound);
      const refusal = await refusalOfChoices(tx, by.id, given);
      if (refusal) return refusal;
      await submit(tx, given, context);
      return done(true as const);
    });
  };

/** The doctor's certificates, and whether they prescribe while a revision waits. */
export const readQualification =
  ({ links }: LinkNeeds) =>
  async (_: unknown, { by, store }: Call) => {
    const shown = (row: QualificationRow) => withFreshLinks(row, (url) => links.renew(url, by));
    const [found, prescribesMeanwhile] = await Promise.all([
      qualificationsOf(store, by.id),
      prescribesDuringReview(store),
    ]);
    const revision = found?.revision ? shown(found.revision) : null;
    return done(found && { ...shown(found.current), prescribesMeanwhile, revision });
  };
