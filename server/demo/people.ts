import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { ageInMonths } from '../../clinical/patient/age.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { hospitalRecordsOf, type SeedHospitalRecord } from './hospitalRecords.ts';
import { seedHospitals, seedStaff } from './hospitals.ts';
import { makeOrder, type OrderSetting, type Plan, type SeedOrder } from './orders.ts';
import { makePatients, type SeedPatient } from './patients.ts';
import { openPharmacy, type Pharmacy, prescribe } from './prescriptions.ts';
import { createRandom, type Random } from './random.ts';
import type { Scenario } from './tableSchemas.ts';
import { readDemoTable } from './tables.ts';

/** The patients of the demonstration with their consultations and earlier visits, as plain rows. */
export type SeedPeople = {
  patients: SeedPatient[];
  orders: SeedOrder[];
  hospitalRecords: SeedHospitalRecord[];
};

const O = OrderStatus;
const P = PrescriptionStatus;
const repeated = (times: number, plan: Plan): Plan[] => Array.from({ length: times }, () => plan);

/** Orders and prescriptions in every status: waiting ones for the reviewers, past ones for the lists. */
const plansOf: Readonly<Record<string, readonly Plan[]>> = {
  '1': [
    ...repeated(10, { status: O.awaiting }),
    ...repeated(3, { status: O.active, prescription: P.pending }),
    { status: O.active, prescription: P.rejected },
    { status: O.active, prescription: P.draft },
    ...repeated(2, { status: O.active }),
    ...repeated(2, { status: O.awaitingPayment }),
    ...repeated(3, { status: O.cancelled }),
    ...repeated(2, { status: O.refused }),
    ...repeated(2, { status: O.refunding }),
    ...repeated(2, { status: O.refunded }),
    ...repeated(2, { status: O.timedOut }),
    ...repeated(3, { status: O.finished, prescription: P.pending }),
    ...repeated(7, { status: O.finished, prescription: P.dispensed }),
    ...repeated(4, { status: O.finished, prescription: P.approved }),
    ...repeated(3, { status: O.finished, prescription: P.expired }),
    ...repeated(2, { status: O.finished, prescription: P.cancelled }),
    ...repeated(2, { status: O.finished, prescription: P.rejected }),
    ...repeated(4, { status: O.finished }),
  ],
  '2': [
    ...repeated(3, { status: O.awaiting }),
    ...repeated(2, { status: O.active, prescription: P.pending }),
    ...repeated(3, { status: O.finished, prescription: P.dispensed }),
    { status: O.finished },
  ],
};

const counts: Readonly<Record<string, { count: number; firstNumber: number }>> = {
  '1': { count: 60, firstNumber: 1 },
  '2': { count: 12, firstNumber: 61 },
};

/** The doctor of a department: the paediatrician, the cardiologist, or the pulmonologist for all others. */
const doctors: Readonly<Record<string, (department: number) => string>> = {
  '1': (department) =>
    department === 12 ? 'doctor02' : [5, 6, 7, 9, 10, 17].includes(department) ? 'doctor03' : 'doctor01',
  '2': () => 'doctor21',
};

export const isFitting = ({ gender, ageFrom, ageTo, code }: Scenario, patient: SeedPatient, today: string): boolean => {
  const months = ageInMonths(patient.birthday, today) ?? 0;
  if (code === 'pregnancy-sickness') return patient.pregnant === 1;
  return (gender === 0 || gender === patient.gender) && months >= ageFrom && months <= ageTo;
};

type Source = { scenarios: readonly Scenario[]; pharmacy: Pharmacy; now: number; today: string; random: Random };

function ordersOf(hospitalId: string, patients: readonly SeedPatient[], source: Source): SeedOrder[] {
  const { scenarios, now, today, random, pharmacy } = source;
  const reviewers = seedStaff.flatMap((one) =>
    one.hospitalId === hospitalId && one.role === 'auditor' ? [one.username] : [],
  );
  const doctorFor = doctors[hospitalId] ?? (() => '');
  const titleFor = (department: number) =>
    seedStaff.find(({ username }) => username === doctorFor(department))?.title ?? null;
  const setting: OrderSetting = {
    hospitalId,
    now,
    today,
    doctorFor,
    titleFor,
    auditors: reviewers,
    scenarios,
    pharmacy,
  };
  const waiting = random.shuffled(patients);
  const uses = new Map<string, number>();
  const usesOf = ({ code }: Scenario) => uses.get(code) ?? 0;
  const chooseScenario = (patient: SeedPatient, needsMedicines: boolean): Scenario | undefined =>
    random
      .shuffled(scenarios.filter((one) => isFitting(one, patient, today)))
      .toSorted((a, b) => usesOf(a) - usesOf(b))
      .find(
        (one) =>
          !needsMedicines || prescribe(one, patient, { today, title: titleFor(one.department) }, pharmacy) !== null,
      );
  return (plansOf[hospitalId] ?? []).flatMap((plan, index) => {
    for (const patient of waiting) {
      const scenario = chooseScenario(patient, plan.prescription !== undefined);
      if (!scenario) continue;
      waiting.splice(waiting.indexOf(patient), 1);
      waiting.push(patient);
      uses.set(scenario.code, usesOf(scenario) + 1);
      return [makeOrder(plan, { patient, scenario, number: index + 1 }, setting, random)];
    }
    return [];
  });
}

/** Generates the demonstration from a seed number: the same seed and time give the same rows. */
export function makePeople({ seed, now }: { seed: number; now: number }): SeedPeople {
  const random = createRandom(seed);
  const today = hospitalDay(now);
  const scenarios = readDemoTable('scenarios').rows;
  const pharmacy = openPharmacy();
  const nameOf = (code: string) => pharmacy.generics.get(code)?.name ?? { en: code, zh: code };
  const hospitals = seedHospitals.flatMap(({ id, name }) => {
    const size = counts[id];
    if (!size) return [];
    const patients = makePatients({ hospitalId: id, ...size, today }, random);
    const orders = ordersOf(id, patients, { scenarios, pharmacy, now, today, random });
    const hospitalRecords = patients.flatMap((patient) => {
      const fitting = scenarios.filter((one) => isFitting(one, patient, today));
      return hospitalRecordsOf(patient, fitting, { now, hospital: name, nameOf }, random);
    });
    return [{ patients, orders, hospitalRecords }];
  });
  return {
    patients: hospitals.flatMap(({ patients }) => patients),
    orders: hospitals.flatMap(({ orders }) => orders),
    hospitalRecords: hospitals.flatMap(({ hospitalRecords }) => hospitalRecords),
  };
}
