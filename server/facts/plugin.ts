import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type AllergenName, recogniseAllergens } from '../../clinical/allergenNames.ts';
import { foldText } from '../../clinical/foldText.ts';
import { nonDrugAllergen } from '../../clinical/patientFacts.ts';
import { Code } from '../../contract/envelope.ts';
import {
  type AllergenOffer,
  getPatientFacts,
  savePatientFacts,
  searchAllergens,
  searchGenerics,
} from '../../contract/extension/facts.ts';
import type { Language } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { patient } from '../db/schema/patients.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import { findReadableOrder } from '../orders/orderAccess.ts';
import type { NameOf } from '../patients/factNames.ts';
import { audited } from '../trail/audited.ts';
import { type AllergenTables, createAllergens, genericNames } from './allergenNames.ts';
import { readFacts } from './readFacts.ts';
import { saveFacts } from './saveFacts.ts';

type Needs = AllergenTables & { uow: UnitOfWork; nameOf: NameOf };

/** Codes whose words contain what was typed, those that begin with it first, then those that it probably means. */
function offersFor(keyword: string, names: readonly AllergenName[], language: Language): AllergenOffer[] {
  const typed = foldText(keyword).trim();
  if (typed === '') return [];
  const places = names.map((one) => ({
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

/** Statements about patients, which the checks of prescriptions read. */
export async function factsPlugin(app: FastifyInstance, { uow, nameOf, ...tables }: Needs): Promise<void> {
  const allergens = createAllergens(tables);
  const names = {
    isCode: (code: string) => code === nonDrugAllergen || allergens.isCode(code),
    isGeneric: (code: string) => tables.generics.some((one) => one.code === code),
    growth: tables.ruleTables.growth ?? [],
  };
  app.addOperations([
    route(getPatientFacts)(async ({ orderId }, { user: by, now: at, language }) => {
      const store = uow.read(by.tenantId);
      const order = await findReadableOrder(store, by, { id: orderId }, at);
      const who = order && (await store.first(patient, eq(patient.id, order.patientId)));
      if (!order || !who) return refused(Code.notFound);
      const reader = { language, at, nameOf, names: await allergens.namesFor(store) };
      return done(await readFacts(store, order, who, reader));
    }),
    route(savePatientFacts)(async (request, { user: by, now: at, language }) => {
      const { orderId } = request;
      const entry = { action: 'update', entity: 'patient', entityId: null, orderId } as const;
      const saved = await audited(uow, { by, at }, entry, (tx) => saveFacts(tx, { by, at }, request, names));
      if (!saved.ok) return saved;
      const store = uow.read(by.tenantId);
      const who = await store.first(patient, eq(patient.id, saved.data.patientId));
      if (!who) return refused(Code.notFound);
      const reader = { language, at, nameOf, names: await allergens.namesFor(store) };
      return done(await readFacts(store, saved.data.order, who, reader));
    }),
    route(searchAllergens)(async ({ keyword, limit }, { user: by, language }) =>
      done(offersFor(keyword, await allergens.namesFor(uow.read(by.tenantId)), language).slice(0, limit)),
    ),
    route(searchGenerics)(async ({ keyword, limit }, { user: by, language }) =>
      done(offersFor(keyword, await genericNames(uow.read(by.tenantId), tables.generics), language).slice(0, limit)),
    ),
  ]);
}
