import type { FastifyInstance } from 'fastify';
import { listNotices } from '../../contract/extension/notices.ts';
import { getAreaTree } from '../../contract/extension/settings.ts';
import { getIcons } from '../../contract/http/auth.ts';
import { getDictByType, getTenantByWebsite } from '../../contract/http/tenant.ts';
import { route } from '../http/route.ts';
import { createAreas, findSite, listDictionary, listIcons, listNoticesNow } from './calls.ts';
import type { Tenants } from './tenants.ts';

/** The hospital of a site, its dictionaries, icons and notices, and the country's regions. */
export async function tenantsPlugin(app: FastifyInstance, { tenants }: { tenants: Tenants }): Promise<void> {
  app.addOperations([
    route(getTenantByWebsite)(findSite(tenants)),
    route(getDictByType)(listDictionary),
    route(getIcons)(listIcons),
    route(listNotices)(listNoticesNow),
    route(getAreaTree)(createAreas()),
  ]);
}
