import type { Exposure } from './exposure.ts';
import { type Pathway, pathways, type Strength, type SubstrateOf } from './properties.ts';
import type { Level, LocalText } from './tables.ts';

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
  moderate: { en: 'moderately', zh: '中效' },
  weak: { en: 'weakly', zh: '弱效' },
};

const advice: Record<Level, LocalText> = {
  block: { en: 'Do not combine; choose another medicine.', zh: '禁止合用，请改用其他药物。' },
  warn: {
    en: 'Choose another medicine, or adjust the dose and monitor.',
    zh: '请改用其他药物，或调整剂量并监测。',
  },
  info: { en: 'Watch effect and adverse effects.', zh: '注意疗效与不良反应。' },
};

function wordsOf(
  step: Step,
  by: Exposure,
  on: Exposure,
  pathway: Pathway,
  strength: Strength,
  level: Level,
): LocalText {
  const isActivated = on.properties.substrates[pathway] === 'activated';
  const isRaised = (step === 'inhibits') !== isActivated;
  const how = strengthText[strength];
  const [a, b, way] = [by.name, on.name, label(pathway)];
  const en = [
    `${a.en} ${how.en} ${step} ${way}, which ${isActivated ? 'activates' : 'eliminates'} ${b.en}:`,
    isRaised ? 'its effect rises. Risk: adverse effects.' : 'its effect falls. Risk: the treatment fails.',
    advice[level].en,
  ];
  const zh = [
    `${a.zh}${step === 'inhibits' ? '抑制' : '诱导'}${way}（${how.zh}），而${b.zh}经其${isActivated ? '活化' : '消除'}：`,
    isRaised ? '后者作用增强，不良反应风险增加。' : '后者作用减弱，可能治疗失败。',
    advice[level].zh,
  ];
  return { en: en.join(' '), zh: zh.join('') };
}

const gravity: Record<Level, number> = { info: 1, warn: 2, block: 3 };

function changes(step: Step, by: Exposure, on: Exposure): Derived[] {
  return pathways.flatMap((pathway) => {
    const strength = by.properties[step][pathway];
    const role = on.properties.substrates[pathway];
    if (!strength || !role) return [];
    const isExcluded = step === 'inhibits' && strength === 'strong' && on.properties.excluded.includes(pathway);
    const usual = levels[step][strength][role];
    const level = isExcluded ? 'block' : on.properties.narrow ? narrowLevel(usual, strength) : usual;
    if (!level) return [];
    const code = `${step}:${pathway}:${by.properties.code}:${on.properties.code}`;
    const source = [...new Set([by.properties.source, on.properties.source])].join('; ');
    return [{ code, level, source, text: wordsOf(step, by, on, pathway, strength, level) }];
  });
}

/** The gravest change of one ingredient's concentration by another, for inhibition and for induction. */
export const metabolicChanges = (by: Exposure, on: Exposure): Derived[] =>
  (['inhibits', 'induces'] as const).flatMap(
    (step) => changes(step, by, on).toSorted((a, b) => gravity[b.level] - gravity[a.level])[0] ?? [],
  );
