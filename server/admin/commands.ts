import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { waitingQualifications } from '../accounts/qualificationQueries.ts';
import { type Decision, decideAsOperator } from '../accounts/qualifications.ts';
import type { QualificationRow } from '../accounts/qualificationWire.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { staff } from '../db/schema/staff.ts';
import { pathOf } from '../files/folderStorage.ts';
import { appendTrail } from '../trail/trail.ts';
import { findAccount } from './accounts.ts';
import {
  type Command,
  certificateOptions,
  failure,
  hospitalTime,
  printable,
  type Result,
  readCommand,
} from './commandLine.ts';
import { type CommandNeeds, contextOf } from './context.ts';
import { headCommands, runHeadCommand } from './heads.ts';
import { hospitalCommands, hospitalOptions, runHospitalCommand } from './hospitals.ts';
import { noticeCommands, noticeOptions, runNoticeCommand } from './notices.ts';
import { operatorCommands, runOperatorCommand } from './operators.ts';
import { runVerifyTrail, trailOptions } from './verifyTrail.ts';

export type AdminNeeds = Omit<CommandNeeds<Database>, 'by'> & {
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

async function decide(needs: CommandNeeds<Database>, id: string, decision: Decision): Promise<Result> {
  const found = (await waitingQualifications(needs.db)).find(({ row }) => row.id === id);
  const gone = failure(`Nothing waits under ${id}: it was decided or submitted again. See "npm run admin -- list".`);
  if (!found) return gone;
  const { row, doctor } = found;
  const decided = await decideAsOperator({ submitted: row, decision }, contextOf(needs, row.tenantId));
  if (!decided.ok) return gone;
  const who = `${doctor.nameEn || doctor.name} (${doctor.username})`;
  const line = decision.approve
    ? `Approved: ${who} may prescribe until ${hospitalTime(decision.expireTime)}.`
    : `Rejected: ${who} reads the reason. Certificates that were approved before stay valid.`;
  return { ok: true, lines: [printable(line)] };
}

type ReviewerCommand = Extract<Command, { name: 'reviewer' }>;

/** Lets a member of staff review certificates, or takes the right back. */
async function setReviewer(needs: CommandNeeds<Database>, command: ReviewerCommand): Promise<Result> {
  const { account, hospitalId, allowed } = command;
  const found = await findAccount(platformWide(needs.db), { account, hospitalId });
  if ('lines' in found) return found;
  const { who } = found;
  const { by, at, store } = contextOf(needs, who.tenantId);
  await store.run(async (tx) => {
    await tx.change(staff, { reviewsCertificates: allowed }, eq(staff.id, who.id));
    tx.announce({ type: 'person.changed', userId: who.id, part: 'account' });
    await appendTrail(tx, by, at, {
      action: 'update',
      entity: 'qualification',
      entityId: null,
      patientId: null,
      purpose: null,
      outcome: 'ok',
      detail: { reviewer: who.id, allowed },
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
  const named = { ...needs, by };
  const aboutHeads = runHeadCommand(named, args);
  if (aboutHeads) return aboutHeads;
  const ofAllHospitals = { ...named, db: platformWide(needs.db) };
  const aboutHospitals = runHospitalCommand(ofAllHospitals, args) ?? runOperatorCommand(ofAllHospitals, args);
  if (aboutHospitals) return aboutHospitals;
  const aboutNotices = runNoticeCommand(named, args);
  if (aboutNotices) return aboutNotices;
  const read = readCommand(args, needs.now());
  if (!('command' in read)) return read;
  const { command } = read;
  if (command.name === 'list') return list(needs);
  return command.name === 'reviewer' ? setReviewer(named, command) : decide(named, command.id, command.decision);
}
