import { readdirSync, readFileSync } from 'node:fs';
import type { CheckInput, CheckLine, MedicineFacts, PatientFacts } from '../../../clinical/checks/facts.ts';
import type { Level } from '../../../clinical/checks/level.ts';
import { dayMoments } from '../../../clinical/doses/regimen.ts';
import { supplyOf } from '../../../clinical/doses/supply.ts';
import { contraceptionStates } from '../../../clinical/patient/contraception.ts';
import { medicineFactsOf, readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { patient as grownMan } from '../checks/sample.ts';

/** One line of a table: the patient, the medicines, and what the checks must find. */
export type TextbookCase = {
  readonly title: string;
  readonly input: CheckInput;
  /** The gravest level expected from `rules`; silent means neither a warning nor a refusal from any rule. */
  readonly expected: Level | 'silent';
  readonly rules: readonly string[];
};

const generics = readGenerics();
const products = readDemoTable('products').rows;

/** The first product of a generic, of a form, or of a form and a strength: "budesonide", "budesonide@inhaler", "budesonide@inhaler=50". */
function productOf(code: string, wanted: string | undefined) {
  const [form, strength] = wanted?.split('=') ?? [];
  const product = products.find(
    (one) =>
      one.generic === code &&
      (form === undefined || one.dosageForm === form) &&
      (strength === undefined || one.strength.value === Number(strength)),
  );
  if (!product) throw new Error(`no product of ${code} ${wanted ?? ''}`);
  return product;
}

function medicineOf(product: (typeof products)[number]): MedicineFacts {
  const generic = generics.get(product.generic);
  if (!generic) throw new Error(`no generic ${product.generic}`);
  const { name, dosageForm, minUnit, strength, packUnit, packFactor } = product;
  return medicineFactsOf(generic, {
    name,
    dosageForm,
    packing: { minUnit, strength, packUnit, packFactor },
    usualDose: product.defaultDose,
  });
}

/** A loading dose, the most doses a day, a taper, and doses by time of day: "first500", "max4", "then20,qd,5+10,qd,5", "day500+1000". */
function courseOf(words: readonly string[]): Partial<CheckLine> {
  const after = (name: string) => words.find((word) => word.startsWith(name))?.slice(name.length);
  const [first, most, then, day] = ['first', 'max', 'then', 'day'].map(after);
  const dayDoses = (day?.split('+') ?? []).flatMap((dose, at) => {
    const moment = dayMoments[at];
    return moment ? [{ moment, dose: Number(dose) }] : [];
  });
  const steps = (then?.split('+') ?? []).map((step) => {
    const [dose = '', frequency = '', days = ''] = step.split(',');
    return { dose: Number(dose), frequency, days: Number(days) };
  });
  return {
    ...(first === undefined ? {} : { firstDose: Number(first) }),
    ...(most === undefined ? {} : { maxTimes: Number(most) }),
    ...(steps.length === 0 ? {} : { steps }),
    ...(dayDoses.length === 0 ? {} : { dayDoses }),
  };
}

/** For example "warfarin 3mg qd 5d" or "levofloxacin-eye 1drop tid". */
function lineOf(text: string): CheckLine {
  const [name = '', dose = '', frequency = '', course = '5d', ...more] = text.trim().split(/\s+/);
  const [code = '', wanted] = name.split('@');
  const product = productOf(code, wanted);
  const medicine = medicineOf(product);
  const [, value, unit] = /^([\d.]+)(.+)$/.exec(dose) ?? [];
  if (value === undefined || unit === undefined) throw new Error(`no dose in "${text}"`);
  const line = {
    medicine,
    dose: { value: Number(value), unit },
    frequency,
    route: product.defaultRoute,
    days: Number.parseInt(course, 10),
    quantity: 1,
    stock: 1_000,
    // A medicine taken as needed is ordered with a maximum, as the labels ask.
    ...(frequency === 'prn' ? { maxTimes: 1 } : {}),
    ...courseOf(more),
  };
  return { ...line, quantity: supplyOf(line, medicine.packing, medicine.maxDailyDose)?.needed ?? 1 };
}

/** For example "34y f 58kg 165cm pregnant week=30 allergy=penicillins egfr=25 scr=210" (creatinine in µmol/l). */
function patientOf(text: string): PatientFacts {
  const words = text.trim().split(/\s+/);
  const number = (pattern: RegExp) => {
    const found = words.map((word) => pattern.exec(word)?.[1]).find((one) => one !== undefined);
    return found === undefined ? null : Number(found);
  };
  const [years, months] = [number(/^(\d+)y$/), number(/^(\d+)mo$/)];
  const egfr = number(/^egfr=(\d+)$/);
  const state = (name: string) => (words.includes(name) ? 'yes' : 'no');
  return {
    ...grownMan,
    ageMonths: years === null ? months : years * 12,
    weightKg: number(/^([\d.]+)kg$/),
    pregnancyWeek: number(/^week=(\d+)$/),
    prevention: {
      contraception: contraceptionStates.find((one) => words.includes(`contraception=${one}`)) ?? null,
      deniesPregnancy: words.includes('denied-today'),
    },
    egfr,
    creatinine: number(/^scr=(\d+)$/),
    heightCm: number(/^(\d+)cm$/),
    sex: words.includes('f') ? 'female' : words.includes('m') ? 'male' : 'unknown',
    states: {
      pregnancy: state('pregnant'),
      lactation: state('lactating'),
      liver: state('liver'),
      kidney: egfr === null ? state('kidney') : egfr < 60 ? 'yes' : 'no',
    },
    allergens: words.flatMap((word) => /^allergy=(.+)$/.exec(word)?.[1]?.split(',') ?? []),
  };
}

function caseOf(file: string, line: string): TextbookCase {
  const [patient = '', medicines = '', expectation = '', source = ''] = line.split('|');
  const [level = '', ...rules] = expectation.trim().split(/\s+/);
  if (level !== 'block' && level !== 'warn' && level !== 'info' && level !== 'silent')
    throw new Error(`no level in "${line}"`);
  const taken = medicines.split(';').map((one) => one.trim());
  const active = taken.flatMap((one) => (one.startsWith('taking ') ? lineOf(one.slice(7)) : []));
  const lines = taken.flatMap((one) => (one.startsWith('taking ') ? [] : lineOf(one)));
  const diagnoses = /\bdx=(\S+)/.exec(patient)?.[1]?.split(',') ?? [];
  const input = {
    patient: patientOf(patient),
    rxType: 3,
    // Without a diagnosis of its own a case is about something else; Z71.9 fits every medicine.
    diagnoses: diagnoses.length > 0 ? diagnoses : ['Z71.9'],
    prescriberTitle: Number(/\btitle=(\d+)/.exec(patient)?.[1] ?? 1),
    outpatient: /\boutpatient\b/.test(patient),
    guardianConfirmed: true,
    lines,
    active: active.flatMap(({ medicine, ...course }) =>
      medicine ? [{ ...medicine, course: { ...course, packing: medicine.packing } }] : [],
    ),
    activeUnknown: [],
  };
  return {
    title: `${file}: ${patient.trim()} | ${medicines.trim()} (${source.trim()})`,
    input,
    expected: level,
    rules,
  };
}

const folder = new URL('./', import.meta.url);

/** Every case of the tables in this folder; lines that begin with # are headings. */
export const readCases = (): readonly TextbookCase[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) =>
      readFileSync(new URL(name, folder), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => caseOf(name.replace('.txt', ''), line)),
    );
