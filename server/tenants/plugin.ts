import { areaList } from '@vant/area-data';
import type { FastifyInstance } from 'fastify';
import { listNotices } from '../../contract/extension/notices.ts';
import { type Area, getAreaTree } from '../../contract/extension/settings.ts';
import { getIcons } from '../../contract/http/auth.ts';
import { getDictByType, getTenantByWebsite } from '../../contract/http/tenant.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import { serviceHoursFrom } from './dayParts.ts';
import { readDictionary, readIcons } from './dictionaries.ts';
import { idleLockFrom } from './idleLock.ts';
import { readNotices } from './notices.ts';
import { stateAt, type Tenants } from './tenants.ts';

type Needs = { uow: UnitOfWork; tenants: Tenants };

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

/** The hospital of a site, its dictionaries, icons and notices, and the country's regions. */
export async function tenantsPlugin(app: FastifyInstance, { uow, tenants }: Needs): Promise<void> {
  let areas: ReturnType<typeof areaTree> | null = null;

  app.addOperations([
    route(getTenantByWebsite)(async ({ website }, { language, now }) => {
      const found = await tenants.byHost(website);
      if (!found) return done(null);
      const name = inLanguage(language, found.name, found.nameEn);
      const state = stateAt(found, now);
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
    }),

    route(getDictByType)(async ({ dictType }, { tenantId, language }) =>
      done(await readDictionary(uow.read(tenantId), dictType, language)),
    ),

    route(getIcons)(async (_, { tenantId, language }) => done(await readIcons(uow.read(tenantId), language))),

    route(listNotices)(async (_, { tenantId, language, now }) =>
      done(await readNotices(uow.read(tenantId), language, now)),
    ),

    route(getAreaTree)(async () => {
      areas ??= areaTree();
      return done(areas);
    }),
  ]);
}
