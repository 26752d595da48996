import { eq, sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/ruleSettings.ts';
import type { RuleSettings } from '../../contract/extension/ruleSettings.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { ruleSettingVersion } from '../db/schema/catalogues.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { readDictionary } from '../hospitals/dictionaries.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { changing } from './changes.ts';
import { changesOf } from './ruleChanges.ts';
import { latestVersions, settingsOf, versionOf } from './ruleQueries.ts';
import { refusalOf } from './ruleRefusals.ts';
import { changeOnWire, type RuleKnowledge, settingsOnWire } from './ruleWire.ts';

/** A hospital's settings of the checks, which hold for prescriptions checked from then on. */
export const readSettings =
  (knowledge: RuleKnowledge) =>
  async (
    _: unknown,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof contract.getRuleSettings>>> => {
    const [version, settings, titles] = await Promise.all([
      versionOf(store),
      settingsOf(store),
      readDictionary(store, 'member_doctor_title', language),
    ]);
    return done(settingsOnWire({ version, settings, titles }, knowledge, language));
  };

/** The new settings over the present ones: what a form of an earlier version does not send stays as it is. */
function withUnsent(before: RuleSettings, settings: RuleSettings): RuleSettings {
  const { alsoBanned, antibacterialLevels, indications, childbearingYears } = { ...before, ...settings };
  return {
    ...settings,
    ...{ antibacterialLevels, indications, childbearingYears },
    alsoBanned: [...new Set(alsoBanned)],
  };
}

const lockHospital = (tx: Transaction) =>
  tx.db.select({ id: tenant.id }).from(tenant).where(eq(tenant.id, tx.hospitalId)).for('update');

const storeSettings = (tx: Transaction, settings: RuleSettings) =>
  tx.db.execute(
    sql`update ${tenant} set settings = settings || jsonb_build_object('clinical', coalesce(settings -> 'clinical', '{}'::jsonb) || ${JSON.stringify(settings)}::jsonb) where id = ${tx.hospitalId}`,
  );

/** Replaces the settings; of two changes of one version the second is refused. */
export function changeSettings({ ingredientNames, generics }: RuleKnowledge) {
  const known = { names: ingredientNames, generics: new Set(generics.map(({ code }) => code)) };
  return (
    { version, settings, reason }: RequestOf<typeof contract.putRuleSettings>,
    context: CallContext,
  ): Promise<Outcome<{ version: number }>> =>
    changing(context, { entity: 'ruleSettings', entityId: null }, async (tx, note) => {
      await lockHospital(tx);
      if ((await versionOf(tx)) !== version) return refusedWith(Code.duplicateRequest, 'catalogueChanged');
      const refusal = refusalOf(settings, known);
      if (refusal) return refusal;
      const before = await settingsOf(tx);
      const after = withUnsent(before, settings);
      const changes = changesOf(before, after);
      if (changes.length === 0) return done({ version });
      await storeSettings(tx, after);
      const row = { version: version + 1, before, after, reason, staffId: context.by.id, time: context.at };
      await tx.add(ruleSettingVersion, row);
      await requestRecount(tx, null, context.at);
      await note(null, { version: version + 1, settings: changes.map(({ setting }) => setting) });
      return done({ version: version + 1 });
    });
}

/** The changes of the settings, newest first. */
export const readHistory = async (
  _: unknown,
  { store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof contract.ruleSettingHistory>>> =>
  done((await latestVersions(store)).map((one) => changeOnWire(one, language)));
