import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { getConsultConfigs, updateConsultConfig } from '../../contract/http/consult.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { consultConfig } from '../db/schema/staff.ts';
import { consultSettings } from './consultSettings.ts';
import { configsOf, placesToday } from './placeQueries.ts';

/** The doctor's price, duration and limits per kind of consultation. */
export async function listConfigs(
  _: unknown,
  { by, at, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof getConsultConfigs>>> {
  const rows = await configsOf(store, by.id);
  const { maxActive } = await consultSettings(store);
  const listed = rows.map(async (row) => ({ ...row, placesToday: await placesToday(store, row, at), maxActive }));
  return done(await Promise.all(listed));
}

/** Changes the doctor's own configurations; all of a list or none. */
export const updateConfigs = (
  request: RequestOf<typeof updateConsultConfig>,
  { by, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt<true>(async (tx) => {
    for (const { id, ...changed } of 'list' in request ? request.list : [request]) {
      const isMine = [eq(consultConfig.id, id), eq(consultConfig.doctorId, by.id)];
      const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
      const known =
        Object.keys(set).length === 0
          ? await tx.rows(consultConfig, ...isMine)
          : await tx.change(consultConfig, set, ...isMine);
      if (known.length === 0) return refused(Code.notFound);
    }
    tx.announce({ type: 'own.changed', staffIds: [by.id], part: 'services' });
    return done(true);
  });
