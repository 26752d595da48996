import type { DoseLimit } from '../../clinical/checks/facts.ts';
import type { Amount } from '../../clinical/doses/dose.ts';
import type { LocalText } from '../../clinical/words/localText.ts';

/** The data of a generic that the catalogue uses; a hospital cannot change them. */
export type CatalogueGeneric = {
  readonly code: string;
  readonly name: LocalText;
  readonly pinyin: string;
  readonly atc: string;
  readonly ingredients: readonly string[];
  readonly controlType: number;
  readonly suitability: Readonly<Record<string, string | null>>;
  readonly minAgeMonths: number | null;
  /** Most in a day of an adult. */
  readonly maxDailyDose: Amount | null;
  /** Most in one dose of an adult; absent where the catalogue does not judge doses. */
  readonly maxSingleDose?: Amount | null;
  /** Days from one dose to the next of a medicine that is not taken daily. */
  readonly everyDays?: number | null;
  /** Maxima of other kinds; absent where the catalogue does not judge doses. */
  readonly limits?: readonly DoseLimit[];
  readonly skinTest: boolean;
  readonly antibioticLevel: number;
};

/** The columns of a product that follow from its generic. */
export const columnsOfGeneric = (generic: CatalogueGeneric | undefined) => ({
  searchText: [generic?.name.zh, generic?.name.en, generic?.pinyin].filter(Boolean).join(' '),
  atc: generic?.atc ?? null,
  ingredients: [...(generic?.ingredients ?? [])],
  controlType: generic?.controlType ?? 0,
  flags: Object.fromEntries(
    Object.entries(generic?.suitability ?? {}).flatMap(([state, caution]) =>
      caution && caution !== 'unknown' ? [[state, caution]] : [],
    ),
  ),
  minAge: generic?.minAgeMonths ? generic.minAgeMonths / 12 : null,
  maxDailyDose: generic?.maxDailyDose?.value ?? null,
  skinTest: generic?.skinTest ?? false,
});
