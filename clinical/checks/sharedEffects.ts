import type { LocalText } from '../words/localText.ts';
import { midSentence } from './effectWords.ts';
import type { Exposure } from './exposure.ts';
import type { Level } from './level.ts';
import type { Derived } from './metabolism.ts';
import { bindings, type EffectRule, strengths } from './properties.ts';

const never: LocalText = { en: 'Do not combine; choose another medicine.', zh: '禁止合用，请改用其他药物。' };

/** Effects that two medicines have in common. The label of one may exclude any other medicine with a strong one. */
export const sharedEffects = (one: Exposure, other: Exposure, rules: readonly EffectRule[]): Derived[] =>
  rules.flatMap(({ code, levels, name, risk, advice, source }) => {
    const [a, b] = [one.properties.effects[code], other.properties.effects[code]];
    if (!a || !b) return [];
    const excludes = (by: Exposure, strength: typeof a) =>
      strength === 'strong' && by.properties.excludedEffects.includes(code);
    const [most, least] = strengths.indexOf(a) <= strengths.indexOf(b) ? [a, b] : [b, a];
    const level: Level | undefined = excludes(one, b) || excludes(other, a) ? 'block' : levels[`${most}-${least}`];
    if (!level) return [];
    const what = level === 'block' ? never : advice;
    const words: LocalText = {
      en: `${one.name.en} and ${midSentence(other.name)} ${name.en}. Risk: ${risk.en}. ${what.en}`,
      zh: `${one.name.zh}与${other.name.zh}${name.zh}。风险：${risk.zh}。${what.zh}`,
    };
    return [{ code: `effect:${code}`, level, text: words, source }];
  });

/** An effect of one medicine that makes the other dangerous, such as low potassium for digoxin. */
export const dangersTo = (by: Exposure, on: Exposure, rules: readonly EffectRule[]): Derived[] =>
  rules.flatMap(({ code, does, risk, advice }) => {
    const strength = by.properties.effects[code];
    if (!on.properties.sensitiveTo.includes(code) || !strength || strength === 'weak') return [];
    const words: LocalText = {
      en: `${by.name.en} ${does.en}, which makes ${midSentence(on.name)} dangerous. Risk: ${risk.en}. ${advice.en}`,
      zh: `${by.name.zh}${does.zh}，使${on.name.zh}毒性增加。风险：${risk.zh}。${advice.zh}`,
    };
    return [{ code: `sensitive:${code}`, level: 'warn', text: words, source: on.properties.source }];
  });

const apart = (hours: number): LocalText =>
  hours > 0
    ? {
        en: `Take them at least ${hours} ${hours === 1 ? 'hour' : 'hours'} apart.`,
        zh: `两药至少间隔${hours}小时服用。`,
      }
    : {
        en: 'Separate times do not help; choose another medicine or monitor the effect.',
        zh: '间隔服用无效，请改用其他药物或监测疗效。',
      };

/** How one medicine lowers the absorption of another, around the name of the other. */
const cause: Record<(typeof bindings)[number], { en: (name: string) => string; zh: (name: string) => string }> = {
  cation: { en: (name) => `binds ${name} in the gut`, zh: (name) => `的金属离子在肠道与${name}结合` },
  resin: { en: (name) => `binds ${name} in the gut`, zh: (name) => `在肠道与${name}结合` },
  adsorbent: { en: (name) => `adsorbs ${name} in the gut`, zh: (name) => `在肠道吸附${name}` },
  acid: { en: (name) => `lowers the stomach acid that ${name} needs`, zh: (name) => `降低${name}吸收所需的胃酸` },
};

/** Hours between both; longer than any where separate times do not help. */
const waitOf = (hours: number) => (hours > 0 ? hours : 24);

/** Less absorption of one medicine because of another: of several ways the gravest, and the one with the longest interval. */
export function absorptionChanges(by: Exposure, on: Exposure): Derived[] {
  const ways = bindings.flatMap((binding) => {
    const hours = by.properties.reduces[binding];
    const degree = on.properties.reducedBy[binding];
    if (hours === undefined || !degree) return [];
    const words: LocalText = {
      en: `${by.name.en} ${cause[binding].en(midSentence(on.name))}: less of it is absorbed. ${apart(hours).en}`,
      zh: `${by.name.zh}${cause[binding].zh(on.name.zh)}，使其吸收减少。${apart(hours).zh}`,
    };
    const level: Level = degree === 'strong' || on.properties.narrow ? 'warn' : 'info';
    return [{ hours, code: `absorption:${binding}`, level, text: words, source: on.properties.source }];
  });
  const isWarning = ({ level }: Derived) => Number(level === 'warn');
  return ways
    .toSorted((a, b) => isWarning(b) - isWarning(a) || waitOf(b.hours) - waitOf(a.hours))
    .slice(0, 1)
    .map(({ hours: _, ...change }) => change);
}
