import type { Exposure } from './exposure.ts';
import type { Derived } from './metabolism.ts';
import { bindings, type EffectRule, strengths } from './properties.ts';
import type { LocalText } from './tables.ts';

/** Effects that two drugs have in common. */
export const sharedEffects = (one: Exposure, other: Exposure, rules: readonly EffectRule[]): Derived[] =>
  rules.flatMap(({ code, levels, name, text, source }) => {
    const [a, b] = [one.properties.effects[code], other.properties.effects[code]];
    if (!a || !b) return [];
    const [most, least] = strengths.indexOf(a) <= strengths.indexOf(b) ? [a, b] : [b, a];
    const level = levels[`${most}-${least}`];
    if (!level) return [];
    const words: LocalText = {
      en: `${one.name.en} and ${other.name.en}: ${name.en}. ${text.en}`,
      zh: `${one.name.zh}与${other.name.zh}：${name.zh}。${text.zh}`,
    };
    return [{ code: `effect:${code}`, level, text: words, source }];
  });

const apart = (hours: number): LocalText =>
  hours > 0
    ? { en: `Take them at least ${hours} hours apart.`, zh: `两药至少间隔${hours}小时服用。` }
    : {
        en: 'Separate times do not help; choose another medicine or monitor the effect.',
        zh: '间隔服用无效，请改用其他药物或监测疗效。',
      };

const cause: Record<(typeof bindings)[number], LocalText> = {
  cation: { en: 'binds it in the gut with its metal ions', zh: '所含金属离子在肠道与其结合' },
  resin: { en: 'binds it in the gut', zh: '在肠道与其结合' },
  adsorbent: { en: 'adsorbs it in the gut', zh: '在肠道将其吸附' },
  acid: { en: 'reduces the stomach acid that it needs', zh: '降低其吸收所需的胃酸' },
};

/** Less absorption of one drug because of another. */
export const absorptionChanges = (by: Exposure, on: Exposure): Derived[] =>
  bindings.flatMap((binding) => {
    const hours = by.properties.reduces[binding];
    const degree = on.properties.reducedBy[binding];
    if (hours === undefined || !degree) return [];
    const words: LocalText = {
      en: `${by.name.en} reduces the absorption of ${on.name.en}: it ${cause[binding].en}. ${apart(hours).en}`,
      zh: `${by.name.zh}减少${on.name.zh}的吸收：${cause[binding].zh}。${apart(hours).zh}`,
    };
    const level = degree === 'strong' ? 'warn' : 'info';
    return [{ code: `absorption:${binding}`, level, text: words, source: on.properties.source }];
  });
