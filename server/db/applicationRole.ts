import { StartFailure } from '../startFailure.ts';

type Row = Record<string, unknown>;
/** Runs one statement on a connection. */
type Run = (text: string, values?: string[]) => Promise<{ rows: Row[] }>;

/** The role that the platform takes where it connects as the owner of the tables. It cannot sign in. */
export const applicationRole = 'cloudroom_app';

/** Creates the application's role if the server has none, and lets the current user take it. */
export async function ensureApplicationRole(run: Run): Promise<void> {
  const { rows } = await run('select current_user as me, to_regrole($1) is not null as exists', [applicationRole]);
  const [{ me, exists } = {}] = rows;
  try {
    if (!exists) await run(`create role ${applicationRole} nologin`);
    const [{ may } = {}] = (await run(`select pg_has_role($1::name, 'USAGE') as may`, [applicationRole])).rows;
    if (!may) await run(`grant ${applicationRole} to current_user`);
  } catch (cause) {
    // Another process may have created it at the same time, for another database of the server.
    if ((cause as { code?: unknown }).code !== '42501') throw cause;
    throw new StartFailure(
      `${me} may not create the role that the platform works under. Set MIGRATION_DATABASE_URL to the owner of the tables and DATABASE_URL to a role without rights, or let an administrator run: CREATE ROLE ${applicationRole} NOLOGIN; GRANT ${applicationRole} TO ${me};`,
    );
  }
}

/** Gives tables with hospitals their policies and the role its rights, after the migrations and as the owner. */
export async function secureTables(run: Run, role: string): Promise<void> {
  await run('select secure_tables($1::name)', [role]);
  await run('select secure_database($1::name)', [role]);
}

/** Refuses to work under a role that policies and missing rights would not bind. */
export async function refuseStrongRole(run: Run): Promise<void> {
  const { rows } = await run(`
select current_user as me, r.rolsuper or r.rolbypassrls as bypasses, exists (
  select from pg_class c where c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'USAGE')) as owns
from pg_roles r where r.rolname = current_user`);
  const [{ me, bypasses, owns } = {}] = rows;
  if (bypasses || owns)
    throw new StartFailure(
      `The role ${me} of DATABASE_URL ${bypasses ? 'bypasses row-level security' : 'owns tables'}, so nothing would keep hospitals apart. Use a role without rights; the owner belongs in MIGRATION_DATABASE_URL.`,
    );
}
