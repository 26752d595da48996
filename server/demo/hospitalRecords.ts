import type { LocalText } from '../../clinical/words/localText.ts';
import type { SeedPatient } from './patients.ts';
import type { Random } from './random.ts';
import type { Scenario } from './tableSchemas.ts';

/** An earlier visit in the hospital's information system, in the patient's language. */
export type SeedHospitalRecord = {
  hospitalId: string;
  patient: string;
  visitNo: string;
  visitTime: number;
  hospital: string;
  department: number;
  doctor: string;
  diagnosis: string;
  sections: { title: string; text: string }[];
  orders: { name: string; usage: string }[];
};

const titles = {
  complaint: { en: 'Chief complaint', zh: '主诉' },
  illness: { en: 'Present illness', zh: '现病史' },
  past: { en: 'Past history', zh: '既往史' },
  exam: { en: 'Examination', zh: '体格检查' },
  advice: { en: 'Treatment and advice', zh: '处理意见' },
} satisfies Record<string, LocalText>;

const exams: readonly LocalText[] = [
  {
    en: 'T 36.7 °C, P 78/min, BP 126/80 mmHg, general condition good.',
    zh: 'T 36.7℃，P 78次/分，BP 126/80mmHg，一般情况可。',
  },
  { en: 'T 37.2 °C, P 84/min, heart and lungs without findings.', zh: 'T 37.2℃，P 84次/分，心肺查体未见异常。' },
  { en: 'BP 134/84 mmHg, abdomen soft, no swelling of the legs.', zh: 'BP 134/84mmHg，腹软，双下肢无水肿。' },
];
const doctors: readonly LocalText[] = [
  { en: 'Dr Fan Yu', zh: '范宇' },
  { en: 'Dr Jiang Ning', zh: '姜宁' },
  { en: 'Dr Shen Bo', zh: '沈博' },
  { en: 'Dr Lu Han', zh: '卢涵' },
];
const asUsual: LocalText = { en: 'as directed on the label', zh: '按说明书服用' };

/** The earlier visits of one patient: none to four. */
export function hospitalRecordsOf(
  patient: SeedPatient,
  fitting: readonly Scenario[],
  { now, hospital, nameOf }: { now: number; hospital: LocalText; nameOf: (generic: string) => LocalText },
  random: Random,
): SeedHospitalRecord[] {
  const say = (text: LocalText) => (patient.language === 'en' ? text.en : text.zh);
  if (fitting.length === 0 || random.chance(0.2)) return [];
  return Array.from({ length: random.between(1, 4) }, (_, index) => {
    const scenario = random.pick(fitting);
    const section = (title: LocalText, text: string) => ({ title: say(title), text });
    return {
      hospitalId: patient.hospitalId,
      patient: patient.key,
      visitNo: `V${patient.key.slice(1).padStart(3, '0')}${index + 1}`,
      visitTime: now - (index * 120 + random.between(65, 180)) * 86_400_000,
      hospital: say(hospital),
      department: scenario.department,
      doctor: say(random.pick(doctors)),
      diagnosis: scenario.diagnosis,
      sections: [
        section(titles.complaint, say(scenario.complaint)),
        section(titles.illness, say(scenario.symptoms)),
        section(titles.past, patient.past),
        section(titles.exam, say(random.pick(exams))),
        section(titles.advice, say(scenario.advice)),
      ],
      orders: scenario.drugs.map((generic) => ({ name: say(nameOf(generic)), usage: say(asUsual) })),
    };
  });
}
