import type { RuleCode } from '../../clinical/checks/finding.ts';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import { mostFor } from '../../clinical/settings/antibacterialRights.ts';
import { allowedLevels, isProtected } from '../../clinical/settings/ruleBounds.ts';
import type { getRuleSettings, RuleSettings, ruleSettingHistory } from '../../contract/extension/ruleSettings.ts';
import { limits } from '../../contract/limits.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { readDictionary } from '../hospitals/dictionaries.ts';
import type { CatalogueGeneric } from '../medicines/columnsOfGeneric.ts';
import { changesOf } from './ruleChanges.ts';
import type { latestVersions } from './ruleQueries.ts';

/** What the clinical tables say that a hospital decides about. */
export type RuleKnowledge = {
  readonly ingredientNames: RuleTables['names'];
  readonly onlineBans: RuleTables['onlineBans'];
  readonly generics: readonly CatalogueGeneric[];
  /** What each medicine is for by the tables. */
  readonly indications: RuleTables['indications'];
};

type Titles = Awaited<ReturnType<typeof readDictionary>>;
type Decided = { readonly version: number; readonly settings: RuleSettings; readonly titles: Titles };

/** The titles of the hospital with the highest level of antibacterials that each may be given. */
const titlesOf = (entries: Titles) =>
  entries
    .filter(({ retired }) => !retired)
    .map(({ value, label }) => ({ code: String(value), name: label, most: mostFor(String(value)) }));

/** Each medicine with what the tables say that it is for. */
const medicinesOf = ({ generics, indications }: RuleKnowledge, language: Language) =>
  generics.map(({ code, name }) => {
    const rows = (indications ?? []).filter((row) => row.code === code);
    const groups = [...new Set(rows.flatMap((row) => row.groups))].toSorted();
    return { code, name: inLanguage(language, name.zh, name.en), groups, any: rows.some(({ any }) => any) };
  });

/** A hospital's settings of the checks, with what they can be. */
export function settingsOnWire(
  { version, settings, titles }: Decided,
  knowledge: RuleKnowledge,
  language: Language,
): ReplyInputOf<typeof getRuleSettings> {
  const { ingredientNames, onlineBans } = knowledge;
  const codes = Object.keys(allowedLevels) as RuleCode[];
  return {
    version,
    settings,
    checks: codes.map((code) => ({ code, levels: [...allowedLevels[code]], protected: isProtected(code) })),
    ingredients: Object.entries(ingredientNames).map(([code, { zh, en }]) => ({
      code,
      name: inLanguage(language, zh, en),
    })),
    nationalBans: (onlineBans ?? []).map(({ text: { zh, en } }) => inLanguage(language, zh, en)),
    titles: titlesOf(titles),
    medicines: medicinesOf(knowledge, language),
    fixed: { leaseMs: limits.auditLeaseMs, undoMs: limits.undoMs },
  };
}

/** One change of the settings with its author. */
export const changeOnWire = (
  { changed, name, nameEn }: Awaited<ReturnType<typeof latestVersions>>[number],
  language: Language,
): ReplyInputOf<typeof ruleSettingHistory>[number] => {
  const { version, time, reason, before, after } = changed;
  return { version, time, reason, by: inLanguage(language, name, nameEn), changes: changesOf(before, after) };
};
