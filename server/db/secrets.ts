import { eq } from 'drizzle-orm';
import { newSecret } from '../accounts/tokens.ts';
import type { Db } from './connection.ts';
import { serverSecret } from './schema/session.ts';

/** The platform's own secret of this name, made at first need and the same in every process. */
export async function secretNamed(db: Db, name: string): Promise<string> {
  await db.insert(serverSecret).values({ name, value: newSecret() }).onConflictDoNothing();
  const [row] = await db.select().from(serverSecret).where(eq(serverSecret.name, name));
  if (!row) throw new Error(`the secret ${name} was not stored`);
  return row.value;
}
