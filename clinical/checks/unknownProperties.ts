import type { LocalText } from '../words/localText.ts';
import { type CheckInput, knownLines, type MedicineIdentity } from './facts.ts';
import { type Finding, unavailable } from './finding.ts';
import { pairsOf } from './pairs.ts';
import type { Effect, EffectRule, IngredientProperties, PropertyGroup } from './properties.ts';
import type { RuleTables } from './tables.ts';

type Properties = ReadonlyMap<string, IngredientProperties>;
type Tables = Pick<RuleTables, 'names'> & { effects: readonly EffectRule[] };
type Gap = { ingredient: string; property: PropertyGroup | Effect };

const groupNames: Readonly<Record<PropertyGroup, LocalText>> = {
  metabolism: { en: 'how it is broken down', zh: '如何代谢' },
  effects: { en: 'which effects it has', zh: '有哪些作用' },
  absorption: { en: 'what changes its absorption', zh: '吸收受何影响' },
};

const isGroup = (property: PropertyGroup | Effect): property is PropertyGroup => property in groupNames;

/** What is not known, as a clause: "whether it prolongs the QT interval". */
function clauseOf(property: PropertyGroup | Effect, effects: readonly EffectRule[]): LocalText {
  if (isGroup(property)) return groupNames[property];
  const does = effects.find(({ code }) => code === property)?.does ?? { en: property, zh: property };
  return { en: `whether it ${does.en}`, zh: `是否${does.zh}` };
}

const knownOf = ({ ingredients }: MedicineIdentity, properties: Properties) =>
  ingredients.flatMap((code) => properties.get(code) ?? []);

/** Whether an unknown effect could meet the same effect, or one that it makes dangerous, in another medicine. */
const couldMeet = (effect: Effect, others: readonly IngredientProperties[]) =>
  others.some(
    ({ effects, sensitiveTo, unknown }) =>
      effects[effect] || sensitiveTo.includes(effect) || unknown.includes(effect) || unknown.includes('effects'),
  );

/** Properties of a medicine's ingredients that no public source describes and that matter beside another medicine. */
const gapsBeside = (medicine: MedicineIdentity, other: MedicineIdentity, properties: Properties): Gap[] =>
  knownOf(medicine, properties).flatMap(({ code, unknown }) =>
    unknown
      .filter((property) => isGroup(property) || couldMeet(property, knownOf(other, properties)))
      .map((property) => ({ ingredient: code, property })),
  );

const isMissing = ({ ingredients }: MedicineIdentity, properties: Properties) =>
  ingredients.some((code) => !properties.has(code));

const once = (found: readonly Finding[]): Finding[] => {
  const keys = found.map(({ lineIndex, params }) => `${lineIndex} ${JSON.stringify(params)}`);
  return found.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
};

/** Medicines on either side of a pair with ingredients whose properties are missing or that no public source describes. */
export function withoutProperties(input: CheckInput, properties: Properties, { names, effects }: Tables): Finding[] {
  const missing = (medicine: MedicineIdentity, lineIndex: number) =>
    isMissing(medicine, properties)
      ? [unavailable('interaction', 'propertiesMissing', lineIndex, { drug: medicine.name })]
      : [];
  const unknown = (medicine: MedicineIdentity, other: MedicineIdentity, lineIndex: number) =>
    gapsBeside(medicine, other, properties).map(({ ingredient, property }) =>
      unavailable('interaction', 'propertiesUnknown', lineIndex, {
        drug: medicine.name,
        ingredient: names[ingredient] ?? medicine.name,
        property: clauseOf(property, effects),
      }),
    );
  const alone = knownLines(input).flatMap(({ medicine, lineIndex }) => missing(medicine, lineIndex));
  const paired = pairsOf(input).flatMap(({ medicine, other, lineIndex, otherLine }) => [
    ...missing(other, otherLine ?? lineIndex),
    ...unknown(medicine, other, lineIndex),
    ...unknown(other, medicine, otherLine ?? lineIndex),
  ]);
  return once([...alone, ...paired]);
}
