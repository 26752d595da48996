import { writeFileSync } from 'node:fs';
import { checkPrescription } from '../clinical/checks/checkPrescription.ts';
import type { ActiveMedicine, CheckInput } from '../clinical/checks/facts.ts';
import { defaultSettings } from '../clinical/settings/settings.ts';
import { makePatients } from '../server/demo/patients.ts';
import { isFitting } from '../server/demo/people.ts';
import { type Chosen, checkLine, choose, factsOf, openPharmacy } from '../server/demo/prescriptions.ts';
import { createRandom } from '../server/demo/random.ts';
import type { Scenario } from '../server/demo/tableSchemas.ts';
import { readDemoTable } from '../server/demo/tables.ts';

/** One day of a hospital: 300 prescriptions from its usual treatments, with the settings of a new hospital. */
const size = 300;
const today = '2026-05-06';
/** An attending physician (member_doctor_title 3), who may prescribe restricted antibacterials. */
const prescriberTitle = 3;
const random = createRandom(6);
const pharmacy = openPharmacy();
const scenarios = readDemoTable('scenarios').rows;
const chronic = scenarios.filter((one) => one.chronic);

const medicinesOf = ({ drugs: medicines, days }: Scenario, isChild: boolean, weightKg: number | null): Chosen[] =>
  medicines.flatMap((code) => choose(code, days, isChild, weightKg, pharmacy));

type Counted = { findings: number; prescriptions: Set<number>; overridden: number; refused: number };
const counted = new Map<string, Counted>();
function count(key: string, day: number): Counted {
  const row = counted.get(key) ?? { findings: 0, prescriptions: new Set(), overridden: 0, refused: 0 };
  counted.set(key, row);
  row.prescriptions.add(day);
  return row;
}

/** Medicines of another long-term disease, which every second patient over 45 takes. */
function takenBy(months: number | null, weightKg: number | null, own: Scenario): ActiveMedicine[] {
  if (months === null || months < 45 * 12 || !random.chance(0.5)) return [];
  const other = random.pick(chronic.filter(({ code }) => code !== own.code));
  return medicinesOf(other, false, weightKg).flatMap((one) => checkLine(one).medicine ?? []);
}

let consulted = 0;
let submitted = 0;
let withWarning = 0;
for (const [index, patient] of makePatients(
  { hospitalId: '1', count: size, firstNumber: 1, today },
  random,
).entries()) {
  const [own] = random.shuffled(scenarios.filter((one) => isFitting(one, patient, today)));
  if (!own) continue;
  consulted += 1;
  const facts = factsOf(patient, today);
  const isChild = facts.ageMonths !== null && facts.ageMonths < 144;
  const check = (lines: readonly Chosen[], active: readonly ActiveMedicine[]) => {
    const input: CheckInput = {
      patient: facts,
      rxType: own.chronic ? 3 : isChild ? 2 : 0,
      diagnoses: [own.diagnosis],
      prescriberTitle,
      outpatient: true,
      guardianConfirmed: true,
      lines: lines.map(checkLine),
      active,
      activeUnknown: [],
    };
    return checkPrescription(input, pharmacy.tables, defaultSettings);
  };
  const active = takenBy(facts.ageMonths, patient.weightKg, own);
  let lines = medicinesOf(own, isChild, patient.weightKg);
  let report = check(lines, active);
  const refusals = report.hits.filter(({ level }) => level === 'block');
  for (const { ruleCode } of refusals) count(`${ruleCode} block`, index).refused += 1;
  const refused = new Set(refusals.map(({ lineIndex }) => lineIndex));
  lines = lines.filter((_, at) => !refused.has(at));
  if (lines.length === 0) continue;
  report = check(lines, active);
  submitted += 1;
  if (report.hits.some(({ needReason }) => needReason)) withWarning += 1;
  for (const { ruleCode, level, needReason } of report.hits) {
    const row = count(`${ruleCode} ${level}`, index);
    row.findings += 1;
    row.overridden += needReason ? 1 : 0;
  }
  for (const { ruleCode } of report.unavailable) count(`notChecked:${ruleCode} warn`, index).findings += 1;
}

const rows = [...counted.entries()]
  .map(([key, row]) => ({ key, ...row }))
  .toSorted((a, b) => b.findings + b.refused - a.findings - a.refused || a.key.localeCompare(b.key));
const all = rows.reduce((sum, { findings, refused }) => sum + findings + refused, 0);
const text = [
  '# Alerts in a simulated day',
  '',
  `\`npx tsx scripts/alertDay.ts\` writes this page. ${size} patients of the demonstration consult with the usual treatment of`,
  'their complaint, and every second one over 45 takes the medicines of another long-term disease. A refused medicine is left',
  'out, and every warning is continued with a reason, so the shares are upper limits of what doctors would override. An',
  'attending physician prescribes, who may give restricted antibacterials.',
  '',
  `${submitted} of ${consulted} prescriptions were submitted; ${withWarning} of them (${Math.round((100 * withWarning) / submitted)} %) needed a written reason.`,
  `${(all / consulted).toFixed(2)} findings on each prescription, those that only inform included.`,
  '',
  '| rule | level | findings | prescriptions | per 100 prescriptions | continued with a reason | refused |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
  ...rows.map(({ key, findings, prescriptions, overridden, refused }) => {
    const [rule, level] = key.split(' ');
    const share = findings + refused === 0 ? 0 : Math.round((100 * overridden) / (findings + refused));
    const per = ((100 * (findings + refused)) / consulted).toFixed(1);
    return `| ${rule} | ${level} | ${findings} | ${prescriptions.size} | ${per} | ${share} % | ${refused} |`;
  }),
  '',
].join('\n');
writeFileSync(new URL('../docs/alert-day.md', import.meta.url), text);
process.stdout.write(text);
