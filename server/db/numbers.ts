import { sql } from 'drizzle-orm';
import { hospitalDay } from './hospitalDay.ts';
import type { Transaction } from './unitOfWork.ts';

/** The next key of a table, reserved before its row exists, and the readable number made from it. Neither is ever reused. */
export async function nextNumber(tx: Transaction, table: string, prefix: string, at: number) {
  const { rows } = await tx.db.execute<{ id: string | number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`,
  );
  const id = String(rows[0]?.id);
  const date = hospitalDay(at).replaceAll('-', '');
  return { id, number: `${prefix}${date}${id.padStart(6, '0')}` };
}
