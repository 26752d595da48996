import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Database, outsideHospitals } from './connection.ts';
import { serverSecret } from './schema/sessions.ts';

/** The platform's secret of this name, created when it is first needed and the same in every process. */
export async function findOrCreateSecret(database: Database, name: string): Promise<string> {
  const db = outsideHospitals(database);
  await db
    .insert(serverSecret)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await db.select().from(serverSecret).where(eq(serverSecret.name, name));
  if (!row) throw new Error(`the secret ${name} was not stored`);
  return row.value;
}
