import { asc, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { getConsultConfigs, updateConsultConfig } from '../../contract/http/consult.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Staff } from '../accounts/caller.ts';
import { attempt, done, type Outcome, refused } from '../db/outcome.ts';
import { consultConfig } from '../db/schema/staff.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { consultSettings } from './consultSettings.ts';
import { placesToday } from './placesLeft.ts';

/** Each doctor's price, duration and limits per kind of consultation. */
export const createConsultConfigs = ({ uow }: { uow: UnitOfWork }) => ({
  async list(by: Staff, at: number): Promise<ReplyInputOf<typeof getConsultConfigs>> {
    const store = uow.read(by.tenantId);
    const rows = await store.db
      .select()
      .from(consultConfig)
      .where(store.own(consultConfig, eq(consultConfig.doctorId, by.id)))
      .orderBy(asc(consultConfig.consultType));
    const { maxActive } = await consultSettings(store);
    return Promise.all(
      rows.map(async (config) => ({ ...config, placesToday: await placesToday(store, config, at), maxActive })),
    );
  },

  /** Changes the doctor's own configurations; all of a list or none. */
  update: (by: Staff, request: RequestOf<typeof updateConsultConfig>): Promise<Outcome<true>> =>
    attempt<true>(uow, by.tenantId, async (tx) => {
      for (const { id, ...changed } of 'list' in request ? request.list : [request]) {
        const isMine = [eq(consultConfig.id, id), eq(consultConfig.doctorId, by.id)];
        const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
        const known =
          Object.keys(set).length === 0
            ? await tx.rows(consultConfig, ...isMine)
            : await tx.change(consultConfig, set, ...isMine);
        if (known.length === 0) return refused(Code.notFound);
      }
      return done(true);
    }),
});
