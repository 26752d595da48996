import { type LocalText, listed } from '../words/localText.ts';
import type { Exposure } from './exposure.ts';
import { type Effect, type EffectRule, strengths } from './properties.ts';

/** A name inside an English sentence: "Simvastatin" becomes "simvastatin", "ACE inhibitor" stays. */
export const midSentence = ({ en }: LocalText): string =>
  /^[A-Z][a-z]/.test(en) ? en.charAt(0).toLowerCase() + en.slice(1) : en;

/** Effects that grow with the concentration, those that harm first ahead. */
const byDose: readonly Effect[] = [
  'bleeding',
  'hypoglycaemic',
  'myopathic',
  'qt',
  'sedative',
  'nephrotoxic',
  'bradycardic',
  'seizure',
  'serotonergic',
  'hypotensive',
  'myelosuppressive',
  'anticholinergic',
];

/** What too much of an ingredient does: its own strongest effects, at most two. */
export function risksOf({ properties }: Exposure, rules: readonly EffectRule[]): LocalText {
  const strong = strengths
    .filter((strength) => strength !== 'weak')
    .map((strength) => byDose.filter((effect) => properties.effects[effect] === strength))
    .find((found) => found.length > 0);
  const risks = (strong ?? []).flatMap((effect) => rules.find(({ code }) => code === effect)?.risk ?? []);
  return risks.length > 0 ? listed(risks.slice(0, 2)) : { en: 'adverse effects', zh: '不良反应' };
}
