import { Code } from '../../contract/envelope.ts';
import { createQualification, getQualification, updateQualification } from '../../contract/http/account.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Refused, refused } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import { namedFiles } from '../files/ownFiles.ts';
import { route } from '../http/route.ts';
import { type StaffCaller, UserType } from './caller.ts';
import { type Certificates, handIn, handInAgain, qualificationOf } from './qualifications.ts';

type Needs = { uow: UnitOfWork; links: Links };
type Request = RequestOf<typeof createQualification>;

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

/** What allows a doctor to practise: the certificates that they hand in. */
export function qualificationRoutes({ uow, links }: Needs) {
  /** The certificates as they are kept: pictures and documents that the doctor has uploaded, or that were kept before. */
  async function certificatesOf(input: Request, { tenantId, id }: StaffCaller): Promise<Certificates | Refused> {
    const store = uow.read(tenantId);
    const earlier = await qualificationOf(store, id);
    const kept = earlier ? picturesOf(earlier) : [];
    const names = new Map<string, string>();
    for (const field of pictures) {
      const named = { urls: listed(input[field]), types: /^image\/|^application\/pdf$/, kept };
      const { files, foreign } = await namedFiles(store, { type: UserType.staff, id }, links.localKeyOf, named);
      if (foreign.length > 0) return refused(Code.badRequest, { field });
      for (const { key, name } of files) names.set(key, name);
    }
    return certificates(input, (url) => {
      const key = links.localKeyOf(url);
      const name = key === null ? undefined : names.get(key);
      return key === null || name === undefined ? url : links.linkTo(key, name).url;
    });
  }

  return [
    route(createQualification)(async (input, { user, tenantId, now }) => {
      const given = await certificatesOf(input, user);
      if ('ok' in given) return given;
      return uow.run(tenantId, async (tx) => {
        const earlier = await qualificationOf(tx, user.id);
        if (earlier) return refused(Code.repeated, { id: earlier.id });
        return done((await handIn(tx, user.id, given, now)).id);
      });
    }),

    route(updateQualification)(async ({ id, ...input }, { user, tenantId, now }) => {
      const given = await certificatesOf(input, user);
      if ('ok' in given) return given;
      const changed = await uow.run(tenantId, (tx) => handInAgain(tx, user.id, id, given, now));
      return changed ? done(true as const) : refused(Code.notFound);
    }),

    route(getQualification)(async (_, { user, tenantId }) => {
      const row = await qualificationOf(uow.read(tenantId), user.id);
      if (!row) return done(null);
      return done({
        ...row,
        titleCode: row.titleCode ?? 0,
        deptId: Number(row.deptId ?? 0),
        idCardFront: links.fresh(row.idCardFront),
        idCardBack: links.fresh(row.idCardBack),
        practiceCertUrls: row.practiceCertUrls.map(links.fresh),
        qualificationCertUrls: row.qualificationCertUrls.map(links.fresh),
        titleCertUrls: row.titleCertUrls.map(links.fresh),
      });
    }),
  ];
}
