import type { RuleTables } from '../../clinical/checks/tables.ts';
import { isIndicationChange } from '../../clinical/diagnoses/indicationChange.ts';
import { mostFor } from '../../clinical/settings/antibacterialRights.ts';
import { isAllowedLevel } from '../../clinical/settings/ruleBounds.ts';
import { Code } from '../../contract/envelope.ts';
import type { RuleSettings } from '../../contract/extension/ruleSettings.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import { problem, refusedField } from './problems.ts';

/** What the settings may name: ingredients of the tables, and generics. */
export type Known = { readonly names: RuleTables['names']; readonly generics: ReadonlySet<string> };

type Refusal = (settings: RuleSettings, known: Known) => Refused | null;

const bans: Refusal = ({ alsoBanned = [] }, { names }) =>
  alsoBanned.every((code) => Object.hasOwn(names, code))
    ? null
    : refusedField(
        problem('alsoBanned', '只能加入列表中的成分', 'Only ingredients of the clinical tables can be added'),
      );

const levels: Refusal = ({ rules }) => {
  const wrong = Object.entries(rules).find(([code, level]) => !isAllowedLevel(code, level));
  return wrong ? refusedWith(Code.badRequest, 'levelRefused', { field: `rules.${wrong[0]}` }) : null;
};

const supply: Refusal = ({ supplyDays: { longest, ...types } }) => {
  const longer = Object.entries(types).find(([, days]) => days > longest);
  if (!longer) return null;
  const field = `supplyDays.${longer[0]}`;
  return refusedField(problem(field, `不能超过最长天数 ${longest}`, `More than the longest supply of ${longest} days`));
};

/** No title gets a level above the national one. */
const antibacterials: Refusal = ({ antibacterialLevels = {} }) => {
  const higher = Object.entries(antibacterialLevels).find(([title, level]) => level > mostFor(title));
  if (!higher) return null;
  const field = `antibacterialLevels.${higher[0]}`;
  return refusedField(
    problem(field, '不能高于国家规定的该职称最高级别', 'Higher than the national rules allow for this title'),
  );
};

const indications: Refusal = ({ indications: changes = {} }, { generics }) => {
  const wrong = Object.entries(changes).find(([code, change]) => !generics.has(code) || !isIndicationChange(change));
  if (!wrong) return null;
  const field = `indications.${wrong[0]}`;
  return refusedField(
    problem(
      field,
      '请填写 ICD-10 类目或范围，如 J20-J22, J40；无修改时请移除该药品',
      'Write categories of ICD-10 or ranges, such as J20-J22, J40; remove the medicine if nothing differs',
    ),
  );
};

const all: readonly Refusal[] = [bans, levels, supply, antibacterials, indications];

/** Why these settings are outside what is allowed; the schema has checked the numbers alone. */
export function refusalOf(settings: RuleSettings, known: Known): Refused | null {
  for (const refusal of all) {
    const refused = refusal(settings, known);
    if (refused) return refused;
  }
  return null;
}
