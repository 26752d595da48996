import type { FastifyInstance } from 'fastify';
import { nonMedicineAllergen } from '../../clinical/facts/patientFacts.ts';
import { getPatientFacts, savePatientFacts, searchAllergens, searchGenerics } from '../../contract/extension/facts.ts';
import { route } from '../http/route.ts';
import type { NameOf } from '../patients/factNames.ts';
import { type AllergenTables, createAllergens } from './allergenQueries.ts';
import { findFacts } from './readFacts.ts';
import { changeFacts } from './saveFacts.ts';
import { offerAllergens, offerGenerics } from './searchNames.ts';

type Needs = AllergenTables & { nameOf: NameOf };

/** Statements about patients, which the checks of prescriptions read. */
export async function factsPlugin(app: FastifyInstance, { nameOf, ...tables }: Needs): Promise<void> {
  const allergens = createAllergens(tables);
  const names = {
    isCode: (code: string) => code === nonMedicineAllergen || allergens.isCode(code),
    isGeneric: (code: string) => tables.generics.some((one) => one.code === code),
    growth: tables.ruleTables.growth ?? [],
  };
  app.addOperations([
    route(getPatientFacts)(findFacts({ nameOf, allergens })),
    route(savePatientFacts)(changeFacts({ nameOf, allergens, names })),
    route(searchAllergens)(offerAllergens(allergens)),
    route(searchGenerics)(offerGenerics(tables)),
  ]);
}
