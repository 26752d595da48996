import { searchForm } from '../../clinical/words/searchForm.ts';
import type { pageStaff } from '../../contract/extension/administration.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { StaffRow } from '../accounts/accountQueries.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { pageOf } from '../db/textSearch.ts';
import { spellings } from '../search/pinyin.ts';
import { runningOf, sessionsOf, staffMatching } from './staffQueries.ts';
import { staffOnWire } from './wire.ts';

/** Whether the typed text is part of a name, its pinyin, the account or the mobile number. */
function isFound({ name, nameEn, username, mobile }: StaffRow, typed: string): boolean {
  const texts = [name, nameEn, username, mobile, ...spellings(name)];
  return texts.some((text) => searchForm(text).includes(typed));
}

/** A page of the staff. A hospital's staff are few enough to be searched by pinyin in memory. */
export async function readStaff(
  { keyword = '', pageNo, pageSize, ...filter }: RequestOf<typeof pageStaff>,
  { at, store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof pageStaff>>> {
  const rows = await staffMatching(store, filter);
  const typed = searchForm(keyword);
  const found = typed === '' ? rows : rows.filter((row) => isFound(row, typed));
  const { limit, offset } = pageOf({ pageNo, pageSize });
  const shown = found.slice(offset, offset + limit);
  const ids = shown.map(({ id }) => id);
  const [running, sessions] = await Promise.all([runningOf(store, ids), sessionsOf(store, ids, at)]);
  const list = shown.map((row) => {
    const work = {
      openSessions: sessions.open.get(row.id) ?? 0,
      runningConsultations: running.get(row.id) ?? 0,
      lastSignIn: sessions.last.get(row.id) ?? null,
    };
    return staffOnWire(row, work, language);
  });
  return done({ list, total: found.length });
}
