import type { PatientBrief } from '../../contract/shared.ts';

export type Entry = NonNullable<PatientBrief['facts']>[number];
export type Claim = Entry['claims'][number];
type Value = Claim['value'];

const march = Date.UTC(2026, 2, 3);
const november = Date.UTC(2026, 10, 27);
const penicillins = { en: 'Penicillins', zh: '青霉素类' };
const ibuprofen = { en: 'Ibuprofen', zh: '布洛芬' };

export const claim = (value: Value, confirmed: boolean, outdated = false): Claim => ({
  ...{ id: '1' as Claim['id'], value, confirmed, outdated, origin: confirmed ? 'doctor' : 'intake' },
  name: value.kind === 'allergy' ? penicillins : value.kind === 'medicine' ? ibuprofen : null,
  by: confirmed ? { en: 'Chen Min', zh: '陈敏' } : null,
  time: confirmed ? march : november,
});

export const allergy: Value = {
  kind: 'allergy',
  code: 'penicillins',
  text: 'penicilin',
  reaction: '',
  severity: 'unknown',
};
export const cases: readonly [Entry['kind'], Value, Value][] = [
  ['allergies', allergy, { kind: 'noKnownAllergy' }],
  ['pregnancy', { kind: 'pregnancy', state: 'yes', week: 12 }, { kind: 'pregnancy', state: 'no', week: null }],
  ['lactation', { kind: 'lactation', state: 'yes' }, { kind: 'lactation', state: 'no' }],
  [
    'kidney',
    { kind: 'kidney', state: 'yes', egfr: 25, creatinine: null },
    { kind: 'kidney', state: 'no', egfr: null, creatinine: null },
  ],
  ['liver', { kind: 'liver', state: 'yes', note: '' }, { kind: 'liver', state: 'no', note: '' }],
  ['weight', { kind: 'weight', kg: 24.4 }, { kind: 'weight', kg: 53.7 }],
  ['height', { kind: 'height', cm: 121 }, { kind: 'height', cm: 160 }],
  [
    'medicines',
    { kind: 'medicine', genericCode: 'ibuprofen', name: 'ibu', dose: '' },
    { kind: 'medicine', genericCode: null, name: 'Herbs', dose: '' },
  ],
  [
    'contraception',
    { kind: 'contraception', state: 'inUse', note: '' },
    { kind: 'contraception', state: 'none', note: '' },
  ],
  ['smoking', { kind: 'smoking', state: 'current', perDay: 5 }, { kind: 'smoking', state: 'never', perDay: null }],
  ['alcohol', { kind: 'alcohol', state: 'regular' }, { kind: 'alcohol', state: 'never' }],
];
/** The first value of each kind in words. */
export const firstValue: Readonly<Record<'en' | 'zh-CN', Partial<Record<Entry['kind'], string>>>> = {
  en: {
    ...{ allergies: 'Penicillins', pregnancy: 'Pregnant, week 12', weight: '24.4\u00a0kg', height: '121\u00a0cm' },
    ...{ lactation: 'Breastfeeding', kidney: 'Kidney impairment, eGFR 25', liver: 'Liver impairment' },
    ...{ medicines: 'Ibuprofen', contraception: 'Reliable contraception in use', smoking: 'Smoker, 5 a day' },
    alcohol: 'Regular alcohol',
  },
  'zh-CN': {
    ...{
      ...{ allergies: '青霉素类', pregnancy: '妊娠期，孕12周', lactation: '哺乳期', kidney: '肾功能不全，eGFR 25' },
      ...{ liver: '肝功能不全', contraception: '正在使用可靠的避孕方法', alcohol: '经常饮酒' },
      weight: '24.4\u00a0kg',
      height: '121\u00a0cm',
      medicines: '布洛芬',
      smoking: '每日5支',
    },
  },
};
const standings = {
  confirmed: ([first]: readonly [Value, Value]) => [claim(first, true)],
  stated: ([first]: readonly [Value, Value]) => [claim(first, false)],
  outdated: ([first]: readonly [Value, Value]) => [claim(first, true, true)],
  contradictory: ([first, second]: readonly [Value, Value]) => [claim(first, true), claim(second, false)],
} as const;
export const languages = ['en', 'zh-CN'] as const;

export const every = cases.flatMap(([kind, first, second]) =>
  (['confirmed', 'stated', 'outdated', 'contradictory'] as const).flatMap((standing) =>
    languages.map((language) => ({ kind, standing, language, claims: standings[standing]([first, second]) })),
  ),
);

/** The words that every surface must use for a value, with its source. */
export const expected = {
  en: { confirmed: 'confirmed by Chen Min, Mar 3, 2026', stated: 'patient states, Nov 27, 2026', old: 'outdated' },
  'zh-CN': { confirmed: '陈敏确认，2026年3月3日', stated: '患者自述，2026年11月27日', old: '已过期' },
};
