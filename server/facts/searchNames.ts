import { type AllergenName, otherMedicine, recogniseAllergens } from '../../clinical/allergies/allergenNames.ts';
import { foldText } from '../../clinical/words/foldText.ts';
import type { AllergenOffer, searchAllergens, searchGenerics } from '../../contract/extension/facts.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { type Allergens, type AllergenTables, genericNames } from './allergenQueries.ts';

/** Codes whose words contain what was typed, those that begin with it first, then those that it probably means. */
function offersFor(keyword: string, names: readonly AllergenName[], language: Language): AllergenOffer[] {
  const typed = foldText(keyword).trim();
  if (typed === '') return [];
  const offered = names.filter(({ code }) => code !== otherMedicine);
  const places = offered.map((one) => ({
    one,
    at: Math.min(...one.words.map((word) => foldText(word).indexOf(typed)).map((at) => (at < 0 ? Infinity : at))),
  }));
  const containing = places.filter(({ at }) => at < Infinity).toSorted((a, b) => a.at - b.at);
  const offers = [
    ...containing.map(({ one: { code, label } }) => ({ code, label, said: keyword })),
    ...recogniseAllergens(keyword, names),
  ].map(({ code, label, said }) => ({ code, said, name: language === 'en' ? label.en : label.zh }));
  return offers.filter(({ code }, at) => offers.findIndex((one) => one.code === code) === at);
}

/** Allergens whose names contain what was typed. */
export const offerAllergens =
  (allergens: Allergens) =>
  async (
    { keyword, limit }: RequestOf<typeof searchAllergens>,
    { store, language }: CallContext,
  ): Promise<Outcome<AllergenOffer[]>> =>
    done(offersFor(keyword, await allergens.namesFor(store), language).slice(0, limit));

/** Medicines whose names contain what was typed. */
export const offerGenerics =
  (tables: Pick<AllergenTables, 'generics' | 'allergenWords'>) =>
  async (
    { keyword, limit }: RequestOf<typeof searchGenerics>,
    { store, language }: CallContext,
  ): Promise<Outcome<AllergenOffer[]>> =>
    done(offersFor(keyword, await genericNames(store, tables), language).slice(0, limit));
