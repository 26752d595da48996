import { Ban, Info, TriangleAlert } from 'lucide-react';
import { rulesLeftOut } from '../../../clinical/checks/reported.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import type { Translate } from '../../locales/texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { joined } from '../app/joined.ts';
import type { ClinicalWords } from './useClinicalWords.ts';

const suffix = { block: 'Block', warn: 'Warn', info: 'Info' } as const;

const yearsFromMonths = 24;

type Params = Record<string, string | number>;

/** Parameters that are amounts of the parameter `unit`, whose word follows their number. */
const amounts = ['taken', 'max', 'usual', 'pieces'];

/** Replaces the codes in a rule's parameters by words. */
function translatedParams({ params }: RuleHit, words: ClinicalWords, t: Translate): Params {
  const found: Params = Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, typeof value === 'string' ? keepUnits(value) : value]),
  );
  const translate = (name: string, of: (code: string) => string) => {
    if (name in found) found[name] = of(String(found[name]));
  };
  const unit = String(found.unit ?? '');
  for (const name of amounts)
    translate(name, (quantity) =>
      unit ? t('prescription.paper.quantity', { quantity, pack: words.unit(unit, Number(quantity)) }) : quantity,
    );
  translate('route', words.route);
  translate('form', words.form);
  if ('rule' in found) found.rule = joined('items', rulesLeftOut(found).map(words.rule));
  if ('egfr' in found) found.formula = words.formula(String(found.formula ?? 'recorded'));
  translate('why', (code) => words.why(code, found));
  const months = Number(found.minMonths ?? 0);
  const age =
    months < yearsFromMonths
      ? t('shared.age.months', { count: months })
      : t('shared.age.years', { count: Math.floor(months / 12) });
  return { ...found, age };
}

/** A name's beginning, which product and ingredient share: the first word, or the first two Chinese characters. */
const beginning = (name: string) => /^[\u4e00-\u9fff]{2}|^\S+/.exec(name)?.[0].toLowerCase() ?? '';

/** Whether the table's wording names the medicines of these parameters itself. */
function isNamed({ detail, params }: RuleHit, names: readonly string[]): boolean {
  const text = detail?.toLowerCase() ?? '';
  return names.every((name) => {
    const start = beginning(String(params?.[name] ?? ''));
    return start !== '' && text.includes(start);
  });
}

const pair = ['drug', 'other'] as const;

const sameIngredient: readonly string[] = ['duplicateIngredient', 'repeatedLine'];

/** Parameters that give a finding a text of its own. */
const variants = [
  ['left', 'Left'],
  ['packs', 'Packs'],
  ['fromWeek', 'Week'],
  ['below', 'Forbidden'],
  ['formula', 'Measured'],
  ['outpatient', 'Outpatient'],
  ['inMan', 'Man'],
  ['inWoman', 'Woman'],
  ['unprotected', 'Unprotected'],
  ['asks', 'Asks'],
] as const;

/** The text about the day's sum of an ingredient that is in two medicines; empty without one. */
function summed({ ruleCode, params }: RuleHit): string {
  if (ruleCode !== 'duplicateIngredient' || params?.taken === undefined) return '';
  return `prescription.words.finding.duplicateIngredientSum${params.max === undefined ? 'Only' : ''}`;
}

/** A finding in the user's language; for an unknown rule the platform's text. */
export function findingText(hit: RuleHit, words: ClinicalWords, t: Translate): string {
  const isPair = hit.ruleCode === 'interaction' && isNamed(hit, pair);
  const base = `prescription.words.finding.${hit.ruleCode}${isPair ? 'Named' : ''}`;
  const running = hit.params?.otherLine === 0 ? `${base}Running` : null;
  const daysLeft = running !== null && hit.params?.daysLeft !== undefined ? `${running}Days` : null;
  const about = variants.find(([name]) => hit.params?.[name] !== undefined)?.[1];
  const special = about === undefined ? [] : [`${base}${about}${suffix[hit.level]}`, `${base}${about}`];
  const key = [daysLeft, running, ...special, `${base}${suffix[hit.level]}`, base].find(
    (one) => one !== null && hasText(one),
  );
  if (!key) return keepUnits(hit.title ?? hit.detail ?? hit.ruleCode);
  const said = t as (key: string, values: Params) => string;
  const values = translatedParams(hit, words, t);
  return joined('sentences', [said(key, values), summed(hit) && said(summed(hit), values)]);
}

/** What the rule table says beyond the text: the allergen, or why two medicines interact. */
export function findingDetail(hit: RuleHit, text: string): string | null {
  const names = hit.ruleCode === 'onlineBan' ? ['drug'] : sameIngredient.includes(hit.ruleCode) ? pair : null;
  const isRepeated = keepUnits(hit.detail ?? '') === text || (names !== null && isNamed(hit, names));
  return isRepeated || !hit.detail ? null : keepUnits(hit.detail);
}

/** A finding as one paragraph, where there is no room for two. */
export function findingParagraph(hit: RuleHit, words: ClinicalWords, t: Translate): string {
  const text = findingText(hit, words, t);
  return joined('sentences', [text, findingDetail(hit, text)]);
}

const marks = {
  block: { Icon: Ban, tone: 'danger' },
  warn: { Icon: TriangleAlert, tone: 'warning' },
  info: { Icon: Info, tone: 'info' },
} as const;

/** Severity of a finding as icon, word and colour. */
export function FindingMark({ level }: { readonly level: RuleHit['level'] }) {
  const { t } = useTranslation();
  const { Icon, tone } = marks[level];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      <span>{t(`prescription.checks.levels.${level}`)}</span>
    </Badge>
  );
}
