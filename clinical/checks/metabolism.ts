import type { LocalText } from '../words/localText.ts';
import { midSentence, risksOf } from './effectWords.ts';
import type { Exposure } from './exposure.ts';
import { gravity, type Level } from './level.ts';
import { type EffectRule, type Pathway, pathways, type Strength, type SubstrateOf } from './properties.ts';

/** An interaction that follows from properties: an identifier, its level, and what the doctor reads. */
export type Derived = {
  readonly code: string;
  readonly level: Level;
  readonly text: LocalText;
  readonly source: string;
};

type Step = 'inhibits' | 'induces';

/** Level by strength of the change and by what the pathway does for the substrate. */
const levels: Record<Step, Record<Strength, Partial<Record<SubstrateOf, Level>>>> = {
  inhibits: {
    strong: { sensitive: 'warn', moderate: 'warn', activated: 'warn' },
    moderate: { sensitive: 'warn', moderate: 'info', activated: 'info' },
    weak: { sensitive: 'info' },
  },
  induces: {
    strong: { sensitive: 'warn', moderate: 'warn', activated: 'info' },
    moderate: { sensitive: 'warn', moderate: 'info' },
    weak: {},
  },
};

/** For a narrow therapeutic range every level is one higher, up to a warning. */
const narrowLevel = (level: Level | undefined, strength: Strength): Level | undefined =>
  level === 'info' ? 'warn' : (level ?? (strength === 'strong' ? 'warn' : 'info'));

const label = (pathway: Pathway) =>
  pathway === 'pgp' ? 'P-gp' : pathway === 'oatp1b1' ? 'OATP1B1' : pathway.toUpperCase();

const strengthText: Record<Strength, LocalText> = {
  strong: { en: 'strongly', zh: '强效' },
  moderate: { en: 'moderately', zh: '中等程度' },
  weak: { en: 'weakly', zh: '轻度' },
};

const advice: Record<Level, LocalText> = {
  block: { en: 'Do not combine; choose another medicine.', zh: '禁止合用，请改用其他药物。' },
  warn: {
    en: 'Choose another medicine, or adjust the dose and monitor.',
    zh: '请改用其他药物，或调整剂量并监测。',
  },
  info: { en: 'Watch effect and adverse effects.', zh: '注意疗效与不良反应。' },
};

type Change = { step: Step; by: Exposure; on: Exposure; pathway: Pathway; strength: Strength; level: Level };

function wordsOf({ step, by, on, pathway, strength, level }: Change, rules: readonly EffectRule[]): LocalText {
  const isActivated = on.properties.substrates[pathway] === 'activated';
  const isRaised = (step === 'inhibits') !== isActivated;
  const [how, way, name, risk] = [strengthText[strength], label(pathway), midSentence(on.name), risksOf(on, rules)];
  const direction = isActivated
    ? `${isRaised ? 'more' : 'less'} of ${name} is activated`
    : `${name} ${isRaised ? 'rises' : 'falls'} in the blood`;
  const changed = `${on.name.zh}${isActivated ? '的活化' : '浓度'}${isRaised ? (isActivated ? '增多' : '升高') : isActivated ? '减少' : '降低'}`;
  return {
    en: [
      `${by.name.en} ${how.en} ${step} ${way}: ${direction}.`,
      `Risk: ${isRaised ? risk.en : 'the treatment fails'}.`,
      advice[level].en,
    ].join(' '),
    zh: [
      `${by.name.zh}${how.zh}${step === 'inhibits' ? '抑制' : '诱导'}${way}，${changed}。`,
      isRaised ? `风险：${risk.zh}。` : '风险：疗效不足。',
      advice[level].zh,
    ].join(''),
  };
}

function changes(step: Step, by: Exposure, on: Exposure, rules: readonly EffectRule[]): Derived[] {
  const excluded = step === 'inhibits' ? on.properties.excluded : on.properties.excludedInducers;
  return pathways.flatMap((pathway) => {
    const strength = by.properties[step][pathway];
    const role = on.properties.substrates[pathway];
    if (!strength || !role) return [];
    const usual = levels[step][strength][role];
    const isExcluded = strength === 'strong' && excluded.includes(pathway);
    const level = isExcluded ? 'block' : on.properties.narrow ? narrowLevel(usual, strength) : usual;
    if (!level) return [];
    const code = `${step}:${pathway}:${by.properties.code}:${on.properties.code}`;
    const sources = [by.properties.source, on.properties.source].flatMap((one) => one.split('; '));
    const source = [...new Set(sources)].join('; ');
    return [{ code, level, source, text: wordsOf({ step, by, on, pathway, strength, level }, rules) }];
  });
}

/** The gravest change of one ingredient's concentration by another, for inhibition and for induction. */
export const metabolicChanges = (by: Exposure, on: Exposure, rules: readonly EffectRule[]): Derived[] =>
  (['inhibits', 'induces'] as const).flatMap(
    (step) => changes(step, by, on, rules).toSorted((a, b) => gravity[b.level] - gravity[a.level])[0] ?? [],
  );
