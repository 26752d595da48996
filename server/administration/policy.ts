import { Code } from '../../contract/envelope.ts';
import type { HospitalSettingChange, HospitalSettings } from '../../contract/extension/hospitalSettings.ts';
import { periods } from '../../contract/extension/schedule.ts';
import { hostsOfHospital } from '../../contract/limits.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import type { staff } from '../db/schema/staff.ts';
import { hostsOfPage } from '../hospitals/hosts.ts';
import type { Wording } from '../http/wordings.ts';

type Person = Pick<typeof staff.$inferSelect, 'id' | 'disabled'>;

/**
 * Why this person gets no password for one sign-in: nobody gives one to themselves, because that would undo that an
 * administrator has chosen a password.
 */
export function refusalOfPassword({ id, disabled }: Person, by: { readonly userId: string | null }): Refused | null {
  if (id === by.userId) return refusedWith(Code.administrationRefused, 'ownPasswordReset');
  return disabled ? refusedWith(Code.administrationRefused, 'staffDisabled') : null;
}

const atHost = (wording: Wording, data: object) =>
  refusedWith(Code.administrationRefused, wording, { field: 'host', ...data });

/** The refusal of an address whose name another hospital has, because it would take that hospital's visitors. */
export const refusalOfForeignHost = (host: string): Refused => atHost('hostTaken', { host });

/** Why a hospital with these addresses gets no more. */
export const refusalOfMoreHosts = (hosts: readonly string[]): Refused | null =>
  hosts.length >= hostsOfHospital ? atHost('hostsFull', { most: hostsOfHospital }) : null;

type Page = { readonly website: string; readonly testHospitalHost: string };

/** Why an address stays: it is the last one, or that of the page over which the administrator works. */
export function refusalOfHostRemoval(host: string, hosts: readonly string[], page: Page): Refused | null {
  if (hosts.length === 1) return atHost('hostLast', { host });
  return isOfPage(host, hosts, page) ? atHost('hostInUse', { host }) : null;
}

/** Why an operator's page keeps its address, where it belongs to this hospital. */
export const refusalOfPageRemoval = (host: string, hosts: readonly string[], page: Page | null): Refused | null =>
  page && isOfPage(host, hosts, page) ? atHost('hostInUse', { host }) : null;

const isOfPage = (host: string, hosts: readonly string[], { website, testHospitalHost }: Page) =>
  hostsOfPage(hosts, website, testHospitalHost).includes(host);

/** Why an operator does not close the hospital at which they are signed in; `own` is its id. */
export const refusalOfClosing = (id: string, own: string): Refused | null =>
  id === own ? refusedWith(Code.administrationRefused, 'ownHospitalDisabled') : null;

/** Why an operator does not end the licence of the hospital at which they are signed in; `own` is its id. */
export const refusalOfLicence = (
  { id, expireTime }: { id: string; expireTime: number | null },
  { own, at }: { own: string; at: number },
): Refused | null =>
  expireTime !== null && expireTime <= at && id === own
    ? refusedWith(Code.administrationRefused, 'ownHospitalExpired', { field: 'lastDay' })
    : null;

const atSetting = (wording: Wording, name: string) =>
  refusedWith(Code.badRequest, wording, { field: `settings.${name}` });

/** Why settings cannot hold together; the contract has checked each of them alone. */
export function refusalOfTogether(change: HospitalSettingChange, after: HospitalSettings): Refused | null {
  if (change.scheduleHours) {
    let end = 0;
    for (const period of periods) {
      const { from, to } = change.scheduleHours[period];
      if (from >= to) return atSetting('hoursEmpty', `scheduleHours.${period}.to`);
      if (from < end) return atSetting('hoursOverlap', `scheduleHours.${period}.from`);
      end = to;
    }
  }
  const changesWaits = change.overdueMin !== undefined || change.awaitingMin !== undefined;
  return changesWaits && after.overdueMin > after.awaitingMin ? atSetting('overdueAfterEnd', 'overdueMin') : null;
}
