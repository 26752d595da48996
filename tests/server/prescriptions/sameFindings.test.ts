import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { medicineFactsOf, readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import { drug } from '../../../server/db/schema/drugs.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { createRandom } from '../../../server/demo/random.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { createCheck } from '../../../server/prescriptions/checks.ts';
import { StoredLine } from '../../../server/prescriptions/storedPrescription.ts';
import { patient as grownMan } from '../../clinical/checks/sample.ts';
import { type Hospital, type Member, morning } from '../../support/hospital.ts';
import { prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

type Product = ReturnType<typeof readDemoTable<'products'>>['rows'][number];
const generics = readGenerics();
const tables = readRuleTables();

/** The product as the platform stores it. */
const stored = ({ code, generic, name, dosageForm, minUnit, packUnit, packFactor, strength, defaultDose }: Product) =>
  hospital.store.add(drug, {
    code,
    dosageForm,
    minUnit,
    packUnit,
    packFactor,
    genericCode: generic,
    name: name.zh,
    nameEn: name.en,
    specification: '',
    manufacturer: '',
    strength: strength.value,
    strengthUnit: strength.unit,
    defaultDose: defaultDose.value,
    defaultDoseUnit: defaultDose.unit,
  });

const courseOf = ({ defaultDose, defaultFrequency }: Product) => ({
  dose: defaultDose,
  frequency: defaultFrequency,
  days: 3,
  quantity: 1,
});

/** What the pure rules find for the seed tables' own rows. */
function foundPurely(products: readonly Product[]) {
  const lines = products.map((product) => {
    const generic = generics.get(product.generic);
    if (!generic) throw new Error(product.generic);
    const { name, dosageForm, defaultDose: usualDose } = product;
    const facts = medicineFactsOf(generic, { name, dosageForm, packing: product, usualDose });
    return { medicine: facts, ...courseOf(product), route: product.defaultRoute, stock: 9 };
  });
  const states = { pregnancy: 'unknown', lactation: 'unknown', liver: 'unknown', kidney: 'unknown' } as const;
  const patientFacts = { ...grownMan, ageMonths: null, weightKg: null, states, allergiesAsked: false };
  const asked = { rxType: 0, diagnoses: [], prescriberTitle: null, outpatient: true, guardianConfirmed: true };
  const input = { lines, patient: patientFacts, ...asked };
  return checkPrescription({ ...input, active: [], activeUnknown: [] }, tables, defaultSettings).hits;
}

test('the server finds in its stored rows what the pure rules find in the tables', async () => {
  const random = createRandom(3);
  const check = createCheck({ tables, generics: [...generics.values()] });
  const { patientId } = await hospital.consultation(doctor, { patient: { birthday: null, gender: 1, allergy: null } });
  const who = await hospital.store.first(patient, eq(patient.id, patientId));
  if (!who) throw new Error('no patient');
  const products = random.shuffled(readDemoTable('products').rows).slice(0, 60);
  const shelf = await Promise.all(products.map(async (product) => ({ product, row: await stored(product) })));
  for (let round = 0; round < 40; round += 1) {
    const chosen = random.shuffled(shelf).slice(0, 4);
    const lines = chosen.map(({ product, row }) => {
      const { dose, ...course } = courseOf(product);
      const written = { ...course, onceDose: dose.value, onceDoseUnit: dose.unit, route: product.defaultRoute };
      const words = { drugName: row.name, specification: '', packUnit: row.packUnit, minUnit: row.minUnit };
      return { line: StoredLine.parse({ ...words, ...written, drugId: row.id, price: 1 }), medicine: row, stock: 9 };
    });
    const { hits } = check({
      lines,
      settings: defaultSettings,
      at: morning,
      patient: who,
      summary: [],
      diagnoses: [],
      problems: [],
      running: [],
      unreadable: [],
      rxType: 0,
      prescribedAt: morning,
      prescriberTitle: null,
      guardianConfirmed: true,
    });
    const found = hits.filter(({ ruleCode }) => ruleCode !== 'notChecked');
    expect(found).toEqual(foundPurely(chosen.map(({ product }) => product)));
  }
});
