import { areaList } from '@vant/area-data';
import type { Area } from '../../contract/extension/settings.ts';
import type * as contract from '../../contract/http/tenant.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done } from '../db/outcome.ts';
import { serviceHoursFrom } from './dayParts.ts';
import { readDictionary, readIcons } from './dictionaries.ts';
import { idleLockFrom } from './idleLock.ts';
import { readNotices } from './notices.ts';
import { stateAt, type Tenants } from './tenants.ts';

type AnyCall = CallContext<unknown>;

/** The hospital of a site, before anybody signs in. */
export const findSite =
  ({ byHost }: Pick<Tenants, 'byHost'>) =>
  async ({ website }: RequestOf<typeof contract.getTenantByWebsite>, { at, language }: AnyCall) => {
    const found = await byHost(website);
    if (!found) return done(null);
    const name = inLanguage(language, found.name, found.nameEn);
    const state = stateAt(found, at);
    return done({
      name,
      systemTenantId: found.id,
      logo: found.logo,
      // Clients that know only the flag of disabled hospitals close an expired one as well.
      disabled: state !== 'open',
      expired: state === 'expired',
      idleLockMin: idleLockFrom(found.settings),
      serviceHours: [...serviceHoursFrom(found.settings)],
    });
  };

export const listDictionary = async (
  { dictType }: RequestOf<typeof contract.getDictByType>,
  { store, language }: AnyCall,
) => done(await readDictionary(store, dictType, language));

export const listIcons = async (_: unknown, { store, language }: AnyCall) => done(await readIcons(store, language));

/** The notices in force. */
export const listNoticesNow = async (_: unknown, { at, store, language }: AnyCall) =>
  done(await readNotices(store, language, at));

const childrenOf = (list: Record<string, string>, prefix: string): Area[] =>
  Object.entries(list)
    .filter(([code]) => code.startsWith(prefix))
    .map(([code, name]) => ({ id: Number(code), name }));

/** The country's regions as a tree, by their administrative codes (two digits a level): province, city, county. */
function areaTree(): Area[] {
  return childrenOf(areaList.province_list, '').map((province) => ({
    ...province,
    children: childrenOf(areaList.city_list, String(province.id).slice(0, 2)).map((city) => ({
      ...city,
      children: childrenOf(areaList.county_list, String(city.id).slice(0, 4)),
    })),
  }));
}

/** Returns the call that lists the country's regions. It builds the tree on first use. */
export function createAreas() {
  let areas: ReturnType<typeof areaTree> | null = null;
  return async () => {
    areas ??= areaTree();
    return done(areas);
  };
}
