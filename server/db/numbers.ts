import { sql } from 'drizzle-orm';
import { hospitalZone } from '../../contract/limits.ts';
import type { Transaction } from './unitOfWork.ts';

/** The day of a number is the hospital's, wherever the server runs. */
const dayOf = new Intl.DateTimeFormat('en-CA', {
  timeZone: hospitalZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The next key of a table, reserved before its row exists, and the readable number made from it. Neither is ever reused. */
export async function nextNumber(tx: Transaction, table: string, prefix: string, at: number) {
  const { rows } = await tx.db.execute<{ id: string | number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`,
  );
  const id = String(rows[0]?.id);
  const date = dayOf.format(at).replaceAll('-', '');
  return { id, number: `${prefix}${date}${id.padStart(6, '0')}` };
}
