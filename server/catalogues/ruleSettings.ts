import { desc, eq, sql } from 'drizzle-orm';
import type { RuleCode } from '../../clinical/checks/finding.ts';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import { allowedLevels, isAllowedLevel, isProtected } from '../../clinical/ruleBounds.ts';
import { Code } from '../../contract/envelope.ts';
import type {
  getRuleSettings,
  putRuleSettings,
  RuleSettings,
  ruleSettingHistory,
} from '../../contract/extension/ruleSettings.ts';
import { limits } from '../../contract/limits.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { ruleSettingVersion } from '../db/schema/catalogues.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { touchReviews } from '../patients/touchReviews.ts';
import { clinicalSettings } from '../prescriptions/clinicalSettings.ts';
import { type By, changing } from './changes.ts';
import { problem, refusedField } from './problems.ts';

type Value = number | boolean | string;
const shownChanges = 100;

/** The part of the settings that a hospital decides about. */
async function settingsOf(store: Tenanted): Promise<RuleSettings> {
  const { maxDrugs, supplyDays, supplyCountsRest, sparePacks, validityDays, rules, ...rest } =
    await clinicalSettings(store);
  const { guardianBelowMonths, childBelowMonths, elderFromMonths, pendingMayBeEdited, alsoBanned, factDays } = rest;
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

/** Why these settings are outside what is allowed; the schema has checked the numbers alone. */
function refusalOf({ rules, supplyDays, alsoBanned }: RuleSettings, names: RuleTables['names']) {
  const unknown = (alsoBanned ?? []).find((code) => !Object.hasOwn(names, code));
  if (unknown !== undefined)
    return refusedField(
      problem('alsoBanned', '只能加入列表中的成分', 'Only ingredients of the clinical tables can be added'),
    );
  const wrong = Object.entries(rules).find(([code, level]) => !isAllowedLevel(code, level));
  if (wrong) return refusedWith(Code.badRequest, 'levelRefused', { field: `rules.${wrong[0]}` });
  const { longest, ...types } = supplyDays;
  const longer = Object.entries(types).find(([, days]) => days > longest);
  return longer
    ? refusedField(
        problem(
          `supplyDays.${longer[0]}`,
          `不能超过最长天数 ${longest}`,
          `More than the longest supply of ${longest} days`,
        ),
      )
    : null;
}

type Needs = {
  readonly uow: UnitOfWork;
  readonly ingredientNames: RuleTables['names'];
  readonly onlineBans: RuleTables['onlineBans'];
};

/** A hospital's settings of the checks, and their history. They hold for prescriptions checked from then on. */
export function createRuleSettings({ uow, ingredientNames, onlineBans }: Needs) {
  const ingredients = Object.entries(ingredientNames);
  return {
    async get(tenantId: string, language: Language): Promise<ReplyInputOf<typeof getRuleSettings>> {
      const store = uow.read(tenantId);
      const [version, settings] = await Promise.all([versionOf(store), settingsOf(store)]);
      const codes = Object.keys(allowedLevels) as RuleCode[];
      return {
        version,
        settings,
        checks: codes.map((code) => ({ code, levels: [...allowedLevels[code]], protected: isProtected(code) })),
        ingredients: ingredients.map(([code, { zh, en }]) => ({ code, name: inLanguage(language, zh, en) })),
        nationalBans: (onlineBans ?? []).map(({ text: { zh, en } }) => inLanguage(language, zh, en)),
        fixed: { leaseMs: limits.auditLeaseMs, undoMs: limits.undoMs },
      };
    },

    put: ({ version, settings, reason }: RequestOf<typeof putRuleSettings>, by: By) =>
      changing(
        uow,
        by,
        { entity: 'ruleSettings', entityId: null },
        async (tx, note): Promise<Outcome<{ version: number }>> => {
          // Locks the hospital, so that of two changes of one version the second is refused.
          await tx.db.select({ id: tenant.id }).from(tenant).where(eq(tenant.id, tx.tenantId)).for('update');
          if ((await versionOf(tx)) !== version) return refusedWith(Code.duplicateRequest, 'catalogueChanged');
          const refusal = refusalOf(settings, ingredientNames);
          if (refusal) return refusal;
          const before = await settingsOf(tx);
          const after = { ...settings, alsoBanned: [...new Set(settings.alsoBanned ?? before.alsoBanned)] };
          const changes = changesOf(before, after);
          if (changes.length === 0) return done({ version });
          const written = JSON.stringify(after);
          await tx.db.execute(
            sql`update ${tenant} set settings = settings || jsonb_build_object('clinical', coalesce(settings -> 'clinical', '{}'::jsonb) || ${written}::jsonb) where id = ${tx.tenantId}`,
          );
          const row = { version: version + 1, before, after, reason, staffId: by.user.id, time: by.now };
          await tx.add(ruleSettingVersion, row);
          await touchReviews(tx, { patientId: null }, by.now);
          await note(null, { version: version + 1, settings: changes.map(({ setting }) => setting) });
          return done({ version: version + 1 });
        },
      ),

    async history(tenantId: string, language: Language): Promise<ReplyInputOf<typeof ruleSettingHistory>> {
      const { db, own } = uow.read(tenantId);
      const rows = await db
        .select({ changed: ruleSettingVersion, name: staff.name, nameEn: staff.nameEn })
        .from(ruleSettingVersion)
        .innerJoin(staff, eq(staff.id, ruleSettingVersion.staffId))
        .where(own(ruleSettingVersion))
        .orderBy(desc(ruleSettingVersion.version))
        .limit(shownChanges);
      return rows.map(({ changed: { version, time, reason, before, after }, name, nameEn }) => ({
        version,
        time,
        reason,
        by: inLanguage(language, name, nameEn),
        changes: changesOf(before, after),
      }));
    },
  };
}
