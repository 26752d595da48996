import { type SQL, sql } from 'drizzle-orm';
import { writtenByPlatform } from '../../contract/answers.ts';
import { MessageStatus } from '../../contract/im.ts';

const platforms = sql.join(
  writtenByPlatform.map((type) => sql`${type}`),
  sql`, `,
);

/** Whether an event of a conversation is a message that a person wrote and that was not recalled. */
export const isWrittenMessage = (event: SQL): SQL =>
  sql`${event}.kind = 'message' and ${event}.status = ${MessageStatus.normal} and ${event}.type not in (${platforms})`;
