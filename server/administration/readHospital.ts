import { Code } from '../../contract/envelope.ts';
import type { expiringCertificates } from '../../contract/extension/administration.ts';
import type { getHospital } from '../../contract/extension/hospital.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { hostOfPage } from '../hospitals/hosts.ts';
import { settingsFrom } from './hospitalSettings.ts';
import { certificatesUntil, findHospital, hostsOf, settingChangesOf } from './queries.ts';
import { certificateOnWire, settingChangeOnWire } from './wire.ts';

/** The hospital of the caller with its settings and their latest changes. */
export const readHospital =
  ({ testHospitalHost }: { testHospitalHost: string }) =>
  async (
    { website }: RequestOf<typeof getHospital>,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof getHospital>>> => {
    const found = await findHospital(store);
    if (!found) return refused(Code.hospitalUnknown);
    const hosts = await hostsOf(store);
    const currentHost = website === undefined ? null : hostOfPage(hosts, website, testHospitalHost);
    const { name, nameEn, contact, logo, expireTime, version } = found;
    const settingHistory = (await settingChangesOf(store)).map((row) => settingChangeOnWire(row, language));
    const profile = { name, nameEn, contact, logo, expireTime, version, hosts, currentHost };
    return done({ ...profile, settings: settingsFrom(found.settings), settingHistory });
  };

const dayMs = 86_400_000;

/** Approved certificates of enabled staff that expire soon or have expired. */
export async function readExpiring(
  { days }: RequestOf<typeof expiringCertificates>,
  context: CallContext,
): Promise<Outcome<ReplyInputOf<typeof expiringCertificates>>> {
  const rows = await certificatesUntil(context.store, context.at + days * dayMs);
  return done(rows.map((row) => certificateOnWire(row, context)));
}
