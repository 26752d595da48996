import type { MedicineFields } from '../../contract/extension/medicines.ts';
import { type KnownNames, type Named, namedIn } from './knownNames.ts';
import { type Problem, problem } from './problems.ts';

type NameFields = Pick<MedicineFields, 'genericCode' | 'name' | 'nameEn' | 'tradeName' | 'tradeNameEn'>;

const isPartOf = ({ ingredients }: Named, whole: Named): boolean =>
  ingredients.every((one) => whole.ingredients.includes(one));

/**
 * A product whose name or brand says another medicine than its generic, such as warfarin listed under levothyroxine:
 * every check would be about the wrong one. A compound may be named by its parts; an unknown brand says nothing.
 */
export function nameProblems(fields: NameFields, known: KnownNames): Problem[] {
  const generic = known.generics.get(fields.genericCode);
  if (!generic) return [];
  const { name, nameEn, tradeName, tradeNameEn } = fields;
  const said = [name, nameEn, tradeName, tradeNameEn].flatMap((text) => namedIn(text, known));
  const other = said.find((of) => !of.some((one) => isPartOf(one, generic)))?.[0];
  if (!other) return [];
  return [
    problem(
      'genericCode',
      `名称表示“${other.name.zh}”，而所选通用名为“${generic.name.zh}”。请改正其中一项`,
      `The name says ${other.name.en}, but the generic is ${generic.name.en}. Correct one of them`,
    ),
  ];
}
