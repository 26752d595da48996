import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { waitingQualifications } from '../accounts/qualificationQueries.ts';
import { type Decision, decideQualification } from '../accounts/qualifications.ts';
import type { QualificationRow } from '../accounts/qualificationWire.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { staff } from '../db/schema/staff.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { pathOf } from '../files/folderStorage.ts';
import { appendTrail } from '../trail/trail.ts';
import { findAccount } from './accounts.ts';
import {
  type Command,
  certificateOptions,
  failure,
  hospitalTime,
  operatorActor,
  printable,
  type Result,
  readCommand,
} from './commandLine.ts';
import { headCommands, runHeadCommand } from './heads.ts';
import { hospitalCommands, hospitalOptions, runHospitalCommand } from './hospitals.ts';
import { noticeCommands, noticeOptions, runNoticeCommand } from './notices.ts';
import { operatorCommands, runOperatorCommand } from './operators.ts';
import { runVerifyTrail, trailOptions } from './verifyTrail.ts';

export type AdminNeeds = {
  db: Database;
  uow: UnitOfWork;
  now: () => number;
  filesFolder: string;
  /** Keys of the trail's seals besides the one in the database. */
  trailKeys?: readonly string[];
};

/** The pictures of a submission, by their paths on this machine. */
function picturesOf(row: QualificationRow, folder: string): string[] {
  const { idCardFront, idCardBack, practiceCertUrls, qualificationCertUrls, titleCertUrls } = row;
  const named = [
    ['identity card, front', [idCardFront]],
    ['identity card, back', [idCardBack]],
    ['practice certificate', practiceCertUrls],
    ['qualification certificate', qualificationCertUrls],
    ['title certificate', titleCertUrls],
  ] as const;
  return named.flatMap(([what, urls]) =>
    urls.filter(Boolean).map((url) => {
      const key = /\/files\/([\w-]{20,60}\.\w{2,4})/.exec(url)?.[1];
      return `    ${what}: ${key === undefined ? url : join(folder, pathOf(key))}`;
    }),
  );
}

async function list({ db, filesFolder }: AdminNeeds): Promise<Result> {
  const waiting = await waitingQualifications(db);
  if (waiting.length === 0) return { ok: true, lines: ['No certificates wait for a review.'] };
  const lines = waiting.flatMap(({ row, doctor, hospital }) => [
    `${row.id}  ${doctor.username}  ${doctor.nameEn || doctor.name}, ${hospital.nameEn || hospital.name}, submitted ${hospitalTime(row.updateTime)}`,
    `    practice certificate no. ${row.practiceCertNo}, qualification certificate no. ${row.qualificationCertNo}`,
    ...picturesOf(row, filesFolder),
  ]);
  return { ok: true, lines: lines.map(printable) };
}

async function decide({ db, uow, now }: AdminNeeds, id: string, decision: Decision, by: string): Promise<Result> {
  const found = (await waitingQualifications(db)).find(({ row }) => row.id === id);
  const gone = failure(`Nothing waits under ${id}: it was decided or submitted again. See "npm run admin -- list".`);
  if (!found) return gone;
  const { row, doctor } = found;
  const isDone = await uow.run(row.tenantId, async (tx) => {
    if (!(await decideQualification(tx, row, decision))) return false;
    await appendTrail(tx, operatorActor, now(), {
      action: decision.approve ? 'approve' : 'reject',
      entity: 'qualification',
      entityId: id,
      patientId: null,
      purpose: null,
      outcome: 'ok',
      detail: { doctorId: doctor.id, by },
    });
    return true;
  });
  if (!isDone) return gone;
  const who = `${doctor.nameEn || doctor.name} (${doctor.username})`;
  const line = decision.approve
    ? `Approved: ${who} may prescribe until ${hospitalTime(decision.expireTime)}.`
    : `Rejected: ${who} reads the reason. Certificates that were approved before stay valid.`;
  return { ok: true, lines: [printable(line)] };
}

type ReviewerCommand = Extract<Command, { name: 'reviewer' }>;

/** Lets a member of staff review certificates, or takes the right back. */
async function setReviewer({ db, uow, now }: AdminNeeds, command: ReviewerCommand, by: string): Promise<Result> {
  const { account, hospitalId, allowed } = command;
  const found = await findAccount(platformWide(db), { account, hospitalId });
  if ('lines' in found) return found;
  const { who } = found;
  await uow.run(who.tenantId, async (tx) => {
    await tx.change(staff, { reviewsCertificates: allowed }, eq(staff.id, who.id));
    tx.announce({ type: 'person.changed', userId: who.id, part: 'account' });
    await appendTrail(tx, operatorActor, now(), {
      action: 'update',
      entity: 'qualification',
      entityId: null,
      patientId: null,
      purpose: null,
      outcome: 'ok',
      detail: { reviewer: who.id, allowed, by },
    });
  });
  const name = `${who.nameEn || who.name} (${who.username})`;
  const line = allowed
    ? `${name} can review certificates now, under Profile.`
    : `${name} can no longer review certificates.`;
  return { ok: true, lines: [printable(line)] };
}

const commandsElsewhere = [headCommands, hospitalCommands, noticeCommands, operatorCommands].flat();

type Options = Readonly<Record<string, { type: 'string'; multiple?: boolean }>>;
const withOptions = { ...certificateOptions, ...hospitalOptions, ...noticeOptions, ...trailOptions };

/** The options of every command of the operator. */
export const commandOptions: Readonly<Record<string, Options>> = {
  ...Object.fromEntries(commandsElsewhere.map((name) => [name, {}])),
  ...withOptions,
};

/** What is wrong with a command line, as far as that can be said before the data is opened; null when nothing is. */
export function mistakeIn(args: readonly string[], now: number): Result | null {
  if (['verify-trail', ...commandsElsewhere].includes(args[0] ?? '')) return null;
  const read = readCommand(args, now);
  return 'command' in read ? null : read;
}

/** Runs a command on the platform's data; `by` names the operator on the trail. */
export async function runCommand(needs: AdminNeeds, args: readonly string[], by: string): Promise<Result> {
  if (args[0] === 'verify-trail') return runVerifyTrail(needs, args.slice(1));
  const aboutHeads = runHeadCommand({ ...needs, by }, args);
  if (aboutHeads) return aboutHeads;
  const ofAllHospitals = { ...needs, db: platformWide(needs.db), by };
  const aboutHospitals = runHospitalCommand(ofAllHospitals, args) ?? runOperatorCommand(ofAllHospitals, args);
  if (aboutHospitals) return aboutHospitals;
  const aboutNotices = runNoticeCommand(needs, args);
  if (aboutNotices) return aboutNotices;
  const read = readCommand(args, needs.now());
  if (!('command' in read)) return read;
  const { command } = read;
  if (command.name === 'list') return list(needs);
  return command.name === 'reviewer'
    ? setReviewer(needs, command, by)
    : decide(needs, command.id, command.decision, by);
}
