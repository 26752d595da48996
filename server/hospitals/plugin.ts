import type { FastifyInstance } from 'fastify';
import { listNotices } from '../../contract/extension/notices.ts';
import { getAreaTree } from '../../contract/extension/settings.ts';
import { getIcons } from '../../contract/http/auth.ts';
import { getDictByType, getTenantByWebsite } from '../../contract/http/tenant.ts';
import { route } from '../http/route.ts';
import { createAreas } from './areas.ts';
import { listDictionary, listIcons } from './dictionaries.ts';
import type { Hospitals } from './hospitals.ts';
import { readNotices } from './notices.ts';
import { findSite } from './sites.ts';

/** The hospital of a site, its dictionaries, icons and notices, and the country's regions. */
export async function hospitalsPlugin(app: FastifyInstance, needs: { hospitals: Hospitals }): Promise<void> {
  app.addOperations([
    route(getTenantByWebsite)(findSite(needs)),
    route(getDictByType)(listDictionary),
    route(getIcons)(listIcons),
    route(listNotices)(readNotices),
    route(getAreaTree)(createAreas()),
  ]);
}
