import { frequencyCodes } from '../../clinical/doses/frequency.ts';
import { dosageForms, routeCodes } from '../../clinical/doses/route.ts';
import { units } from '../../clinical/doses/unit.ts';
import type { CallContext } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done } from '../db/outcome.ts';
import type { CatalogueGeneric } from '../medicines/columnsOfGeneric.ts';

/** The choices for the fields of a medicine. */
export const listChoices =
  ({ generics }: { generics: readonly CatalogueGeneric[] }) =>
  async (_: unknown, { language }: CallContext) =>
    done({
      generics: generics.map(({ code, name, pinyin, antibioticLevel, controlType }) => ({
        code,
        pinyin,
        antibioticLevel,
        controlType,
        name: inLanguage(language, name.zh, name.en),
      })),
      dosageForms: [...dosageForms],
      units: units.map(({ code }) => code),
      frequencies: [...frequencyCodes],
      routes: [...routeCodes],
    });
