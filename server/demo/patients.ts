import { ageInMonths } from '../../clinical/patient/age.ts';
import type { LocalText } from '../../clinical/words/localText.ts';
import type { Random } from './random.ts';
import type { NamePart } from './tableSchemas.ts';
import { readDemoTable } from './tables.ts';

export type Language = 'en' | 'zh-CN';

/** A patient of the demonstration. Texts are in the patient's language; `key` joins the rows of one consultation. */
export type SeedPatient = {
  key: string;
  hospitalId: string;
  names: LocalText;
  language: Language;
  /** 1 male, 2 female. */
  gender: 1 | 2;
  birthday: string;
  mobile: string;
  idNo: string;
  weightKg: number | null;
  /** 0 no, 1 yes, 2 not known. */
  pregnant: 0 | 1 | 2;
  lactating: 0 | 1;
  liver: 0 | 1;
  kidney: 0 | 1;
  /** Codes of ingredients or allergy groups. */
  allergens: string[];
  /** Free text; null when the patient was never asked. */
  allergy: string | null;
  past: string;
  family: string;
  personal: string;
  surgery: string;
};

const monthsBack = (today: string, months: number, days: number): string => {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, 28) - days)).toISOString().slice(0, 10);
};

/** Ages from five months to 88 years: some children, many adults, some elderly people. */
function agesInMonths(count: number, random: Random): number[] {
  const children = [5, 9, 14, 22, 31, 40, 52, 66, 80, 98, 120, 150, 178];
  const fixed = count >= 40 ? children : children.filter((_, index) => index % 4 === 0);
  const rest = Array.from({ length: count - fixed.length - 1 }, (_, index) =>
    index % 4 === 0 ? random.between(65 * 12, 84 * 12) : random.between(18 * 12, 64 * 12),
  );
  return [...fixed, ...rest, 88 * 12 + 1];
}

/** The usual weight of a child: 6 kg at five months, about 20 kg at six years, 50 kg at fifteen. */
const childWeight = (months: number, random: Random): number =>
  Math.round(
    (months < 12 ? 4 + months * 0.45 : 8 + (months / 12) * 2 + (months > 96 ? (months - 96) / 9 : 0)) * 10 +
      random.between(-8, 8),
  ) / 10;

const known: readonly { allergens: string[]; text: LocalText }[] = [
  { allergens: ['penicillins'], text: { en: 'Penicillin: rash', zh: '青霉素过敏（皮疹）' } },
  { allergens: ['cephalosporins'], text: { en: 'Cephalosporins: hives', zh: '头孢类过敏（荨麻疹）' } },
  { allergens: ['sulfonamide-antibiotics'], text: { en: 'Sulfonamides: rash', zh: '磺胺类过敏（皮疹）' } },
  { allergens: ['nsaids'], text: { en: 'Aspirin and ibuprofen: asthma', zh: '阿司匹林、布洛芬过敏（诱发哮喘）' } },
  { allergens: ['quinolones'], text: { en: 'Levofloxacin: itching', zh: '左氧氟沙星过敏（瘙痒）' } },
  {
    allergens: ['penicillins', 'macrolides'],
    text: { en: 'Penicillin: rash; azithromycin: rash', zh: '青霉素过敏（皮疹）；阿奇霉素过敏（皮疹）' },
  },
];
const noKnownAllergies: LocalText = { en: 'No known allergies', zh: '否认药物及食物过敏史' };

const pasts: readonly LocalText[] = [
  { en: 'No chronic disease.', zh: '否认慢性病史。' },
  { en: 'No chronic disease.', zh: '既往体健。' },
  { en: 'Hypertension for 5 years, regular medication.', zh: '高血压5年，规律服药。' },
  { en: 'Type 2 diabetes for 7 years.', zh: '2型糖尿病7年。' },
  { en: 'Chronic gastritis.', zh: '慢性胃炎病史。' },
  { en: 'Allergic rhinitis.', zh: '变应性鼻炎病史。' },
];
const families: readonly LocalText[] = [
  { en: 'Nothing of note.', zh: '无特殊家族史。' },
  { en: 'Father with hypertension.', zh: '父亲患高血压。' },
  { en: 'Mother with diabetes.', zh: '母亲患糖尿病。' },
];
const habits: readonly LocalText[] = [
  { en: 'Does not smoke or drink.', zh: '不吸烟，不饮酒。' },
  { en: 'Smokes ten cigarettes a day.', zh: '吸烟，每日10支。' },
  { en: 'Drinks now and then.', zh: '偶尔饮酒。' },
];
const operations: readonly LocalText[] = [
  { en: 'None.', zh: '否认手术史。' },
  { en: 'Appendix removed.', zh: '阑尾切除术后。' },
  { en: 'Gallbladder removed.', zh: '胆囊切除术后。' },
];

/** Names that are unique within the demonstration. */
function createNameGenerator(random: Random) {
  const parts = readDemoTable('names').rows;
  const of = (kind: NamePart['kind']) => parts.filter((part) => part.kind === kind).map(({ name }) => name);
  const pools = { 1: random.shuffled(of('foreign-male')), 2: random.shuffled(of('foreign-female')) };
  const taken = new Set<string>();
  const chinese = (gender: 1 | 2): LocalText => {
    const [family, given] = [random.pick(of('surname')), random.pick(of(gender === 1 ? 'male' : 'female'))];
    const name = { en: `${family.en} ${given.en}`, zh: `${family.zh}${given.zh}` };
    if (taken.has(name.zh)) return chinese(gender);
    taken.add(name.zh);
    return name;
  };
  return (gender: 1 | 2, language: Language): LocalText =>
    (language === 'en' ? pools[gender].pop() : undefined) ?? chinese(gender);
}

type States = Pick<SeedPatient, 'pregnant' | 'lactating' | 'liver' | 'kidney'>;

/** Assigns special states in turn, so that every seed has some patients with each. */
function createStateAssigner() {
  const seen = { women: 0, adults: 0, old: 0 };
  return (months: number, gender: 1 | 2): States => {
    const isAdult = months >= 18 * 12;
    const mayBePregnant = gender === 2 && months >= 20 * 12 && months < 42 * 12;
    const turn = mayBePregnant ? seen.women++ % 7 : -1;
    return {
      pregnant: turn === 0 ? 1 : turn === 3 ? 2 : 0,
      lactating: turn === 1 ? 1 : 0,
      liver: isAdult && seen.adults++ % 14 === 5 ? 1 : 0,
      kidney: months >= 65 * 12 && seen.old++ % 5 === 2 ? 1 : 0,
    };
  };
}

/** Some patients of one hospital. `firstNumber` starts their mobile numbers: 139000000NN. */
export function makePatients(
  { hospitalId, count, firstNumber, today }: { hospitalId: string; count: number; firstNumber: number; today: string },
  random: Random,
): SeedPatient[] {
  const name = createNameGenerator(random);
  const special = createStateAssigner();
  return agesInMonths(count, random).map((months, index) => {
    const number = firstNumber + index;
    const gender = random.chance(0.52) ? 2 : 1;
    const language: Language = index % 3 === 2 ? 'en' : 'zh-CN';
    const say = (text: LocalText) => (language === 'en' ? text.en : text.zh);
    const birthday = monthsBack(today, months, random.between(0, 20));
    const age = ageInMonths(birthday, today) ?? months;
    const isChild = age < 18 * 12;
    const states = special(age, gender);
    const allergic = index % 5 === 2 ? random.pick(known) : null;
    const allergy = allergic?.text ?? (index % 9 === 4 ? null : noKnownAllergies);
    return {
      key: `p${number}`,
      hospitalId,
      names: name(gender, language),
      language,
      gender,
      birthday,
      mobile: `139${String(number).padStart(8, '0')}`,
      idNo: `990000${birthday.replaceAll('-', '')}${String(number).padStart(3, '0')}0`,
      weightKg: isChild ? childWeight(age, random) : random.chance(0.6) ? random.between(48, 92) : null,
      ...states,
      allergens: allergic?.allergens ?? [],
      allergy: allergy && say(allergy),
      past: say(isChild ? { en: 'Vaccinated on schedule.', zh: '按计划接种疫苗。' } : random.pick(pasts)),
      family: say(random.pick(families)),
      personal: say(isChild ? { en: 'Born at term.', zh: '足月顺产。' } : random.pick(habits)),
      surgery: say(isChild ? { en: 'None.', zh: '否认手术史。' } : random.pick(operations)),
    };
  });
}
