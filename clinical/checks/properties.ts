import type { LocalText } from '../words/localText.ts';
import type { Level } from './level.ts';

/** Enzymes and transporters that eliminate an ingredient, or form its active substance. */
export const pathways = ['cyp1a2', 'cyp2c8', 'cyp2c9', 'cyp2c19', 'cyp2d6', 'cyp3a4', 'pgp', 'oatp1b1'] as const;
export type Pathway = (typeof pathways)[number];

/** Effects that add up when several medicines have them. */
export const effects = [
  'qt',
  'serotonergic',
  'anticholinergic',
  'sedative',
  'bleeding',
  'hyperkalaemic',
  'hypokalaemic',
  'nephrotoxic',
  'hypoglycaemic',
  'bradycardic',
  'seizure',
  'stimulant',
  'hypotensive',
  'myelosuppressive',
  'hepatotoxic',
  'ototoxic',
  'hyponatraemic',
  'myopathic',
] as const;
export type Effect = (typeof effects)[number];

/** What one medicine does to the absorption of another in the gut. */
export const bindings = ['cation', 'resin', 'adsorbent', 'acid'] as const;
export type Binding = (typeof bindings)[number];

export const strengths = ['strong', 'moderate', 'weak'] as const;
export type Strength = (typeof strengths)[number];

/**
 * Role of a pathway for an ingredient. `sensitive`: a strong inhibitor raises its exposure at least fivefold,
 * `moderate`: two- to fivefold (definitions of the FDA), `activated`: the pathway forms the active substance.
 */
export type SubstrateOf = 'sensitive' | 'moderate' | 'activated';

/** Groups of properties; a group that no public source describes is unknown, which is not the same as none. */
export const propertyGroups = ['metabolism', 'effects', 'absorption'] as const;
export type PropertyGroup = (typeof propertyGroups)[number];

/** What is known about one ingredient; the interactions follow from it. */
export type IngredientProperties = {
  code: string;
  substrates: Partial<Record<Pathway, SubstrateOf>>;
  /** Whether small changes of the concentration already harm or fail to help. */
  narrow: boolean;
  /** Pathways whose strong inhibitors the label excludes. */
  excluded: readonly Pathway[];
  /** Pathways whose strong inducers the label excludes. */
  excludedInducers: readonly Pathway[];
  /** Effects of its own that the label forbids to add to with another strong one. */
  excludedEffects: readonly Effect[];
  /** Effects of other medicines that make it dangerous, such as low potassium for digoxin. */
  sensitiveTo: readonly Effect[];
  inhibits: Partial<Record<Pathway, Strength>>;
  induces: Partial<Record<Pathway, Strength>>;
  effects: Partial<Record<Effect, Strength>>;
  /** What reduces its own absorption, and how much. */
  reducedBy: Partial<Record<Binding, 'strong' | 'moderate'>>;
  /** What it reduces the absorption of: hours between both; 0 if separate times do not help. */
  reduces: Partial<Record<Binding, number>>;
  /** Whether it reaches the blood from skin, eye or ear in an amount that matters. */
  absorbedLocally: boolean;
  /** Groups, or single effects, that no public source describes, so that nothing follows from them. */
  unknown: readonly (PropertyGroup | Effect)[];
  source: string;
};

/** Level of two medicines with one effect, by their strengths in falling order; a missing pair is no finding. */
export type EffectLevels = Partial<Record<`${Strength}-${Strength}`, Level>>;

/** An effect that adds up: what both do ("both sedate"), what one does ("sedates"), the risk and what to do. */
export type EffectRule = {
  code: Effect;
  levels: EffectLevels;
  name: LocalText;
  does: LocalText;
  risk: LocalText;
  advice: LocalText;
  source: string;
};
