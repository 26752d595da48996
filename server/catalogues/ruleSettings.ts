import { desc, eq, sql } from 'drizzle-orm';
import { mostFor } from '../../clinical/antibacterialRights.ts';
import type { RuleCode } from '../../clinical/checks/finding.ts';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import { allowedLevels, isProtected } from '../../clinical/ruleBounds.ts';
import { Code } from '../../contract/envelope.ts';
import type {
  getRuleSettings,
  putRuleSettings,
  RuleSettings,
  ruleSettingHistory,
} from '../../contract/extension/ruleSettings.ts';
import { limits } from '../../contract/limits.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { ruleSettingVersion } from '../db/schema/catalogues.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { CatalogueGeneric } from '../medicines/columnsOfGeneric.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { clinicalSettings } from '../tenants/clinicalSettings.ts';
import { readDictionary } from '../tenants/dictionaries.ts';
import { changing } from './changes.ts';
import { refusalOf } from './ruleRefusals.ts';

type Value = number | boolean | string;
const shownChanges = 100;

/** The part of the settings that a hospital decides about. */
async function settingsOf(store: Tenanted): Promise<RuleSettings> {
  const { maxDrugs, supplyDays, supplyCountsRest, sparePacks, validityDays, rules, ...rest } =
    await clinicalSettings(store);
  const { guardianBelowMonths, childBelowMonths, elderFromMonths, pendingMayBeEdited, alsoBanned, factDays } = rest;
  const { antibacterialLevels, indications, childbearingYears } = rest;
  return {
    maxDrugs,
    supplyDays,
    supplyCountsRest,
    sparePacks,
    validityDays,
    guardianBelowMonths,
    childBelowMonths,
    elderFromMonths,
    pendingMayBeEdited,
    alsoBanned: [...alsoBanned],
    factDays,
    antibacterialLevels,
    indications,
    childbearingYears,
    rules: Object.fromEntries(Object.entries(rules).flatMap(([code, level]) => (level ? [[code, level]] : []))),
  };
}

/** A list as names that are true, so that two versions differ by what was added and removed. */
const byName = (list: readonly unknown[]) => Object.fromEntries(list.map((one) => [String(one), true]));

/** The settings as a flat list of names and values, in which two versions are compared. */
const flat = (settings: Readonly<Record<string, unknown>>, prefix = ''): [string, Value][] =>
  Object.entries(settings).flatMap(([name, value]): [string, Value][] =>
    typeof value === 'object' && value !== null
      ? flat(Array.isArray(value) ? byName(value) : (value as Record<string, unknown>), `${prefix}${name}.`)
      : [[prefix + name, value as Value]],
  );

/** The settings in which two versions differ; a check without a level of its own has null. */
function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const [old, next] = [new Map(flat(before)), new Map(flat(after))];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((setting) => {
    const change = { setting, before: old.get(setting) ?? null, after: next.get(setting) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

async function versionOf({ db, own }: Tenanted): Promise<number> {
  const [row] = await db
    .select({ version: sql<number>`coalesce(max(${ruleSettingVersion.version}), 0)::int` })
    .from(ruleSettingVersion)
    .where(own(ruleSettingVersion));
  return row?.version ?? 0;
}

type Needs = {
  readonly ingredientNames: RuleTables['names'];
  readonly onlineBans: RuleTables['onlineBans'];
  readonly generics: readonly CatalogueGeneric[];
  /** What each medicine is for by the tables. */
  readonly indications: RuleTables['indications'];
};

/** The titles of the hospital with the highest level of antibacterials that each may be given. */
async function titlesOf(store: Tenanted, language: Language) {
  const entries = await readDictionary(store, 'member_doctor_title', language);
  return entries
    .filter(({ retired }) => !retired)
    .map(({ value, label }) => ({ code: String(value), name: label, most: mostFor(String(value)) }));
}

/** Each medicine with what the tables say that it is for. */
const medicinesOf = ({ generics, indications }: Needs, language: Language) =>
  generics.map(({ code, name }) => {
    const rows = (indications ?? []).filter((row) => row.code === code);
    const groups = [...new Set(rows.flatMap((row) => row.groups))].toSorted();
    return { code, name: inLanguage(language, name.zh, name.en), groups, any: rows.some(({ any }) => any) };
  });

/** A hospital's settings of the checks, and their history. They hold for prescriptions checked from then on. */
export function createRuleSettings(needs: Needs) {
  const { ingredientNames, onlineBans } = needs;
  const known = { names: ingredientNames, generics: new Set(needs.generics.map(({ code }) => code)) };
  const ingredients = Object.entries(ingredientNames);
  return {
    async get(_: unknown, { store, language }: CallContext): Promise<Outcome<ReplyInputOf<typeof getRuleSettings>>> {
      const [version, settings, titles] = await Promise.all([
        versionOf(store),
        settingsOf(store),
        titlesOf(store, language),
      ]);
      const codes = Object.keys(allowedLevels) as RuleCode[];
      return done({
        version,
        settings,
        checks: codes.map((code) => ({ code, levels: [...allowedLevels[code]], protected: isProtected(code) })),
        ingredients: ingredients.map(([code, { zh, en }]) => ({ code, name: inLanguage(language, zh, en) })),
        nationalBans: (onlineBans ?? []).map(({ text: { zh, en } }) => inLanguage(language, zh, en)),
        titles,
        medicines: medicinesOf(needs, language),
        fixed: { leaseMs: limits.auditLeaseMs, undoMs: limits.undoMs },
      });
    },

    put: ({ version, settings, reason }: RequestOf<typeof putRuleSettings>, context: CallContext) =>
      changing(
        context,
        { entity: 'ruleSettings', entityId: null },
        async (tx, note): Promise<Outcome<{ version: number }>> => {
          // Locks the hospital, so that of two changes of one version the second is refused.
          await tx.db.select({ id: tenant.id }).from(tenant).where(eq(tenant.id, tx.tenantId)).for('update');
          if ((await versionOf(tx)) !== version) return refusedWith(Code.duplicateRequest, 'catalogueChanged');
          const refusal = refusalOf(settings, known);
          if (refusal) return refusal;
          const before = await settingsOf(tx);
          // What a form of an earlier version does not send stays as it is.
          const { alsoBanned, antibacterialLevels, indications, childbearingYears } = { ...before, ...settings };
          const after = {
            ...settings,
            ...{ antibacterialLevels, indications, childbearingYears },
            alsoBanned: [...new Set(alsoBanned)],
          };
          const changes = changesOf(before, after);
          if (changes.length === 0) return done({ version });
          const written = JSON.stringify(after);
          await tx.db.execute(
            sql`update ${tenant} set settings = settings || jsonb_build_object('clinical', coalesce(settings -> 'clinical', '{}'::jsonb) || ${written}::jsonb) where id = ${tx.tenantId}`,
          );
          const row = { version: version + 1, before, after, reason, staffId: context.by.id, time: context.at };
          await tx.add(ruleSettingVersion, row);
          await requestRecount(tx, null, context.at);
          await note(null, { version: version + 1, settings: changes.map(({ setting }) => setting) });
          return done({ version: version + 1 });
        },
      ),

    async history(
      _: unknown,
      { store: { db, own }, language }: CallContext,
    ): Promise<Outcome<ReplyInputOf<typeof ruleSettingHistory>>> {
      const rows = await db
        .select({ changed: ruleSettingVersion, name: staff.name, nameEn: staff.nameEn })
        .from(ruleSettingVersion)
        .innerJoin(staff, eq(staff.id, ruleSettingVersion.staffId))
        .where(own(ruleSettingVersion))
        .orderBy(desc(ruleSettingVersion.version))
        .limit(shownChanges);
      const list = rows.map(({ changed: { version, time, reason, before, after }, name, nameEn }) => ({
        version,
        time,
        reason,
        by: inLanguage(language, name, nameEn),
        changes: changesOf(before, after),
      }));
      return done(list);
    },
  };
}
