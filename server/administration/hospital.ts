import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { updateHospital } from '../../contract/extension/hospital.ts';
import { logoLimits } from '../../contract/limits.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { type CallContext, type Staff, type StaffContext, UserType } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { hospitalSettingVersion, tenant } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import { resolveOwnFiles } from '../files/resolveOwnFiles.ts';
import { applyHours } from '../schedules/changeHours.ts';
import { recordHospital } from './hospitalChanges.ts';
import { changedSettings, refusalOfSettings, settingChanges, settingsFrom, storedAfter } from './hospitalSettings.ts';

type LogoLinks = Pick<Links, 'localKeyOf' | 'unsigned'>;

/** The address under which a logo is stored; a new one is a small picture that the caller has uploaded. */
async function findLogo(store: HospitalStore, by: Staff, url: string, links: LogoLinks): Promise<Outcome<string>> {
  const named = { urls: [url], types: /^image\/(?:jpeg|png|webp)$/ };
  const { files } = await resolveOwnFiles(store, { type: UserType.staff, id: by.id }, links.localKeyOf, named);
  const [file] = files;
  if (!file) return refused(Code.badRequest, { field: 'logo' });
  const { bytes, pixels } = logoLimits;
  if (file.size > bytes || Math.max(file.width ?? 0, file.height ?? 0) > pixels)
    return refusedWith(Code.administrationRefused, 'logoTooLarge', { field: 'logo', pixels, kib: bytes / 1024 });
  return done(links.unsigned(url));
}

async function change(
  tx: Transaction,
  context: StaffContext,
  { version, name, nameEn, contact, logo: url, settings: wanted = {} }: RequestOf<typeof updateHospital>,
  links: LogoLinks,
): Promise<Outcome<{ version: number }>> {
  const { by, at } = context;
  const isHere = eq(tenant.id, tx.hospitalId);
  // Locks the hospital, because the settings of checks are written into the same column; rows that name it can be added.
  const [present] = await tx.db.select().from(tenant).where(isHere).for('no key update');
  if (present?.version !== version) return refused(Code.administrationChanged);
  const logo = url === null || url === present.logo ? done(url) : await findLogo(tx, by, url, links);
  if (!logo.ok) return logo;
  const before = settingsFrom(present.settings);
  const after = changedSettings(before, wanted);
  const refusal = await refusalOfSettings(tx, wanted, after);
  if (refusal) return refusal;
  const changes = settingChanges(before, after);
  const fields = { name: name.trim(), nameEn: nameEn.trim(), contact: contact.trim(), logo: logo.data };
  const settings = storedAfter(present.settings, before, after);
  await tx.db
    .update(tenant)
    .set({ ...fields, settings, version: version + 1 })
    .where(isHere);
  if (changes.length > 0) {
    const row = { version: version + 1, changes, staffId: by.id, time: at };
    await tx.add(hospitalSettingVersion, row);
  }
  if (changes.some(({ setting }) => setting.startsWith('scheduleHours.')))
    await applyHours(tx, { before: before.scheduleHours, after: after.scheduleHours }, at);
  await recordHospital(tx, context, 'update', {
    changed: Object.keys(fields),
    ...(changes.length > 0 ? { settings: changes } : {}),
  });
  return done({ version: version + 1 });
}

/** Changes the profile, and with `settings` the settings named there, which hold at once. */
export const updateHospitalProfile =
  ({ links }: { links: LogoLinks }) =>
  (input: RequestOf<typeof updateHospital>, context: CallContext): Promise<Outcome<{ version: number }>> =>
    context.store.attempt((tx) => change(tx, context, input, links));
