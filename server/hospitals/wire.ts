import type { listNotices } from '../../contract/extension/notices.ts';
import type { getIcons } from '../../contract/http/auth.ts';
import type { getDictByType, getTenantByWebsite } from '../../contract/http/tenant.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { department, dictData, icon, notice, tenant } from '../db/schema/tenants.ts';
import { serviceHoursFrom } from './dayParts.ts';
import { idleLockFrom } from './idleLock.ts';
import { stateAt } from './policy.ts';

/** The hospital's name in the reader's language; empty without a hospital. */
export const hospitalName = (
  hospital: Pick<typeof tenant.$inferSelect, 'name' | 'nameEn'> | null,
  language: Language,
): string => (hospital ? inLanguage(language, hospital.name, hospital.nameEn) : '');

/** A hospital as its site shows it before anybody signs in. */
export function siteOnWire(
  found: typeof tenant.$inferSelect,
  at: number,
  language: Language,
): ReplyInputOf<typeof getTenantByWebsite> {
  const state = stateAt(found, at);
  return {
    name: inLanguage(language, found.name, found.nameEn),
    systemTenantId: found.id,
    logo: found.logo,
    // Clients that know only the flag of disabled hospitals close an expired one as well.
    disabled: state !== 'open',
    expired: state === 'expired',
    idleLockMin: idleLockFrom(found.settings),
    serviceHours: [...serviceHoursFrom(found.settings)],
  };
}

type Entry = ReplyInputOf<typeof getDictByType>[number];

/** A department as an entry of the dictionary of departments. */
export const departmentOnWire = (
  { id, name, nameEn, sort, retired }: typeof department.$inferSelect,
  language: Language,
): Entry => ({ label: inLanguage(language, name, nameEn), value: id, sort, retired });

/** An entry of a dictionary in the reader's language. */
export const entryOnWire = (
  { label, labelEn, value, colorType, cssClass, sort, disabled }: typeof dictData.$inferSelect,
  language: Language,
): Entry => ({ label: language === 'en' ? labelEn : label, value, colorType, cssClass, sort, retired: disabled });

/** An icon, named in the reader's language. */
export const iconOnWire = (
  row: typeof icon.$inferSelect,
  language: Language,
): ReplyInputOf<typeof getIcons>[number] => ({ ...row, name: inLanguage(language, row.name, row.nameEn) });

/** A notice in the reader's language. */
export const noticeOnWire = (
  { title, titleEn, text, textEn, ...row }: typeof notice.$inferSelect,
  language: Language,
): ReplyInputOf<typeof listNotices>[number] => ({
  ...row,
  title: inLanguage(language, title, titleEn),
  text: inLanguage(language, text, textEn),
});
