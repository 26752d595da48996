import type { getIcons } from '../../contract/http/auth.ts';
import type { getDictByType } from '../../contract/http/tenant.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { departmentsInOrder, entriesOf, iconsInOrder } from './queries.ts';
import { departmentOnWire, entryOnWire, iconOnWire } from './wire.ts';

/** The entries of a dictionary in their order, in the reader's language; departments are a dictionary as well. */
export const readDictionary = async (
  store: HospitalStore,
  dictType: string,
  language: Language,
): Promise<ReplyInputOf<typeof getDictByType>> =>
  dictType === 'hosp_standard_dept'
    ? (await departmentsInOrder(store)).map((row) => departmentOnWire(row, language))
    : (await entriesOf(store, dictType)).map((row) => entryOnWire(row, language));

export const listDictionary = async (
  { dictType }: RequestOf<typeof getDictByType>,
  { store, language }: CallContext<unknown>,
): Promise<Outcome<ReplyInputOf<typeof getDictByType>>> => done(await readDictionary(store, dictType, language));

/** The hospital's icons. */
export const listIcons = async (
  _: unknown,
  { store, language }: CallContext<unknown>,
): Promise<Outcome<ReplyInputOf<typeof getIcons>>> =>
  done((await iconsInOrder(store)).map((row) => iconOnWire(row, language)));
