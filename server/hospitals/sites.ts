import type { getTenantByWebsite } from '../../contract/http/tenant.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { Hospitals } from './hospitals.ts';
import { siteOnWire } from './wire.ts';

/** The hospital of a site, before anybody signs in. */
export const findSite =
  ({ hospitals }: { hospitals: Pick<Hospitals, 'byHost'> }) =>
  async (
    { website }: RequestOf<typeof getTenantByWebsite>,
    { at, language }: CallContext<unknown>,
  ): Promise<Outcome<ReplyInputOf<typeof getTenantByWebsite>>> => {
    const found = await hospitals.byHost(website);
    return done(found && siteOnWire(found, at, language));
  };
