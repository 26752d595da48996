import { and, asc, eq } from 'drizzle-orm';
import { recordChange } from '../administration/staffLock.ts';
import { isRowId } from '../db/columns.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { doctorsOnly } from '../db/roles.ts';
import { staff } from '../db/schema/staff.ts';
import { failure, type Result } from './commandLine.ts';
import { type CommandNeeds, contextOf } from './context.ts';

type Needs = CommandNeeds<Database>;

async function list({ db }: Needs): Promise<Result> {
  const rows = await platformWide(db)
    .select()
    .from(staff)
    .where(doctorsOnly)
    .orderBy(asc(staff.tenantId), asc(staff.id));
  const lines = rows.map(
    ({ id, tenantId: hospitalId, username, deptName, deptNameEn, headsDept }) =>
      `${id}  hospital ${hospitalId}, ${username}, ${deptNameEn || deptName || 'no department'}${headsDept ? ', heads it' : ''}`,
  );
  return { ok: true, lines: lines.length > 0 ? lines : ['There are no doctors.'] };
}

/** Appoints a doctor as head of the department, or dismisses them. */
const setHead =
  (headsDept: boolean) =>
  async (needs: Needs, [id = '', ...more]: readonly string[]): Promise<Result> => {
    const unknown = failure('Name the id of a doctor with a department. See "npm run admin -- doctors".');
    if (!isRowId(id) || more.length > 0) return unknown;
    const [doctor] = await platformWide(needs.db)
      .select()
      .from(staff)
      .where(and(eq(staff.id, id), doctorsOnly));
    if (!doctor || doctor.deptId === null) return unknown;
    const context = contextOf(needs, doctor.tenantId);
    await context.store.run(async (tx) => {
      await tx.change(staff, { headsDept }, eq(staff.id, id));
      tx.announce({ type: 'person.changed', userId: id, part: 'account' });
      await recordChange(tx, context, 'update', id, { headsDept });
    });
    const department = doctor.deptNameEn || doctor.deptName;
    return {
      ok: true,
      lines: [
        headsDept ? `${doctor.username} heads ${department}.` : `${doctor.username} no longer heads ${department}.`,
      ],
    };
  };

const commands: Readonly<Record<string, (needs: Needs, args: readonly string[]) => Promise<Result>>> = {
  doctors: list,
  appoint: setHead(true),
  dismiss: setHead(false),
};

export const headCommands: readonly string[] = Object.keys(commands);

/** Runs a command about heads of departments; null for any other command. */
export function runHeadCommand(needs: Needs, [name = '', ...args]: readonly string[]): Promise<Result> | null {
  return Object.hasOwn(commands, name) ? (commands[name]?.(needs, args) ?? null) : null;
}
