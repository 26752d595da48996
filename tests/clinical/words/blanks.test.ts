import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBlanks } from '../../../clinical/words/blanks.ts';

const blanksOf = (text: string) => findBlanks(text).map(({ start, end }) => text.slice(start, end).trim());

test.each([
  ['自述体温…℃', ['…']],
  ['呼吸……次/分', ['……']],
  ['有/无咳痰，有 / 无发热', ['有/无', '有 / 无']],
  ['有  /  无咳痰，有　／　无发热', ['有  /  无', '有　／　无']],
  ['Fever: yes   /   no', ['yes   /   no']],
  ['会　/　不会游泳', ['会　/　不会']],
  ['咳嗽____天', ['____']],
  ['Cough for ... days', ['...']],
  ['Cough with/without phlegm', ['with/without']],
  ['Drinks well: Yes/No', ['Yes/No']],
  ['Smoker: no / yes', ['no / yes']],
  ['体温x℃', ['x℃']],
  ['体温 X ℃', ['X ℃']],
  ['T ? °C', ['? °C']],
  ['咳嗽×天', ['×天']],
  ['体温 ℃', ['℃']],
  ['血压 / mmHg', ['mmHg']],
  ['体温   ℃', ['℃']],
  ['体温\u3000\u3000℃', ['℃']],
  ['血压   /   mmHg', ['mmHg']],
  ['Temperature:  °C', ['°C']],
  ['体重 kg', ['体重 kg']],
  ['T x   °C', ['x   °C']],
  ['身高：\u3000cm', ['身高：\u3000cm']],
  ['Weight:   kg', ['Weight:   kg']],
  ['Body height cm, slim', ['height cm']],
  ['Allergies: ( )', ['( )']],
  ['过敏史：（　）', ['（　）']],
  ['[ ] fever [ ] cough', ['[ ]', '[ ]']],
  ['□发热 □咳嗽', ['□', '□']],
  ['{{patient.name}} coughs', ['{{patient.name}}']],
  ['精神：好/差', ['好/差']],
  ['会/不会游泳', ['会/不会']],
  ['有∕无咳痰，有⁄无发热，有\\无气促', ['有∕无', '有⁄无', '有\\无']],
  ['患者XX，', ['XX']],
  ['Rash: present/absent', ['present/absent']],
  ['过敏史：（待补充）', ['（待补充）']],
  ['体温待填', ['待填']],
  ['待补充', ['待补充']],
  ['诊断：待定', ['待定']],
  ['TODO', ['TODO']],
  ['Plan: TBD', ['TBD']],
  ['xxx', ['xxx']],
  ['[填写症状]，（请填写）', ['[填写症状]', '（请填写）']],
  ['Onset: [date], (to be completed)', ['[date]', '(to be completed)']],
  ['疼痛：轻/中/重', ['轻/中/重']],
  ['轻/中/重度', ['轻/中/重']],
  ['Pain: mild/moderate/severe', ['mild/moderate/severe']],
  ['体温 度，脉搏  次/分', ['体温 度', '次/分']],
  ['体温：    ℃', ['℃']],
  ['体温（℃）：', ['（℃）：']],
  ['体温：，脉搏：80次/分', ['体温：']],
  ['T  ℃', ['℃']],
  ['BP  /  mmHg', ['mmHg']],
  ['血糖：  mmol/L', ['mmol/L']],
  ['GCS 分', ['分']],
  ['咳嗽 天，每次 片', ['天', '片']],
  ['Cough for     days', ['days']],
  ['年 月 日', ['年 月 日']],
  ['体重：公斤', ['体重：公斤']],
  ['有□无□', ['□', '□']],
  ['有☑ 无□；发热：有□ 无□', ['□', '□']],
  ['吸烟：是/否', ['是/否']],
  ['HBsAg pos/neg', ['pos/neg']],
  ['左/右侧，left / right side', ['左/右', 'left / right']],
  ['***', ['***']],
  ['血型：？', ['？']],
  ['体温．．．℃，ＹＥＳ／ＮＯ，Ｙ／Ｎ', ['．．．', 'ＹＥＳ／ＮＯ', 'Ｙ／Ｎ']],
  ['血压 ／ ｍｍＨｇ', ['ｍｍＨｇ']],
  ['BP ＿／＿ mmHg，年＿月＿日，体温_℃', ['＿', '＿', '＿', '＿', '_']],
  ['过敏史：〔　〕，｛　｝，〈　〉', ['〔　〕', '｛　｝', '〈　〉']],
  ['○是 ○否', ['○', '○']],
  ['发热：有（无）', ['有（无）']],
  ['体温‥℃，咳嗽・・・天', ['‥', '・・・']],
  ['Cough for . . . days', ['. . .']],
  ['SpO2 %，血氧：　％', ['SpO2 %', '血氧：　％']],
  ['Pulse: /min', ['/min']],
  ['Onset:     days ago', ['days']],
  ['末次月经：', ['末次月经：']],
  ['LMP: ', ['LMP:']],
  ['末次月经：年月日', ['年月日']],
  ['复诊：2026年  月  日', ['年  月  日']],
  ['G_P_', ['G_P_']],
  ['Pain: [symptom], rash (please specify)', ['[symptom]', '(please specify)']],
  ['He is/is not febrile, a smoker / non-smoker', ['is/is not', 'smoker / non-smoker']],
  ['血压  /80mmHg，BP: /80 mmHg', ['/80', '/80']],
  ['Pain score  /10，疼痛评分：/10', ['/10', '/10']],
  ['咳嗽N天', ['N天']],
  ['否认/承认高血压，HBsAg 阴/阳性', ['否认/承认', '阴/阳']],
  ['Denies/reports fever, admits / denies smoking', ['Denies/reports', 'admits / denies']],
  ['既往史：；家族史：', ['既往史：', '家族史：']],
  ['疼痛部位：      ', ['疼痛部位：']],
  ['Last menstrual period:', ['Last menstrual period:']],
])('%s has its blanks', (text, blanks) => {
  expect(blanksOf(text)).toEqual(blanks);
});

test.each([
  '体温38.5℃，呼吸20次/分，血压120/80mmHg',
  'Temperature 38.5 °C, 20 per minute, 120/80 mmHg, 5 mg/kg/day',
  '咳嗽3天，无发热，有痰。',
  '5 mg/kg/day',
  '38.5   ℃',
  '120/80  mmHg',
  '体重  60   kg，身高 170 cm',
  'Weight (kg): 60; height/cm: 170; weight kg: 60',
  'A lump of one cm, given per kg',
  'Amoxicillin 500 mg x 7 days and/or rest',
  '核型47,XXY；46,XX',
  '否认青霉素过敏（皮试阴性）。',
  'He can walk (slowly) [see below].',
  '口服，每日3次，每次1片，×5天',
  'CT: 2x3 cm nodule',
  'Type I/II respiratory failure; O/E normal',
  '血压 120/80 mmHg，体温 37.2 度，T 36.8℃',
  '双肺呼吸音清，未闻及干/湿啰音，心/肺/腹(-)',
  '布洛芬 1/2 片，门/急诊随诊，km/h，次数/日',
  '轻/中度疼痛，中/重度哮喘，左/右心室比例正常，大/中/小便自知',
  '呼吸频率（次/分）：20，血压（mmHg）：120/80',
  '核型 47, XXX；46, XX；XX/XY 嵌合；性染色体XX染色体正常',
  '☑有 □无咳嗽',
  '[x] fever [ ] cough',
  '发热待查，腹痛待查，病理结果待定，待补充营养，待产',
  '请描述症状变化，请补充水分',
  'The antibiotic course is to be completed; todo en orden; xml',
  'Mail to xxx@example.org, XXL mask, see **bold**',
  '哪天？周期规律吗？',
  '1 项待填理由',
  '单位：mg，复诊 2 周 后，三 天，Ⅱ度烧伤，屈曲 30 度，体温度数正常',
  '●是 ○否，二〇一九年，心率：80次/分，体温：３６．８℃，血压：１２０／８０ｍｍＨｇ',
  'SpO2 98%; SpO2: 97 %; Pulse: 80/min; BP: 120/80; file_name, see A_B; a . b',
  '末次月经：2026年11月3日，近1年 月经不调，Weight: 60 kg',
  '既往史：体健；家族史：\n父亲高血压',
  '血压120/80，疼痛评分3/10，Pain score 3/10，BP 120 /80，T1N0M0 5天，pH 7.4，阴/阳离子，VAS 3分',
  'Diagnosis: flu. He denies fever and reports a cough. 查体：咽红',
  'IgG/IgM, CT/MRI, IgE (kU/l) 20, n/a, right/left shunt, L/R, +/-',
  '',
])('%j has none', (text) => {
  expect(blanksOf(text)).toEqual([]);
});

/** Every text of a value, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : [];

const written = [
  ...['diagnoses', 'generics', 'interactions', 'dose-limits', 'elder-criteria', 'medicine-changes'].map(
    (name) => `clinicalTables/data/${name}`,
  ),
  ...[
    'clinicalTables/data/pregnancy-prevention',
    'demo/data/products',
    'demo/data/quick-replies',
    'demo/data/scenarios',
  ],
];

test.each(written)('no text of %s, written by people who left nothing open, has a blank', (name) => {
  const texts = textsIn(JSON.parse(readFileSync(`server/${name}.json`, 'utf8')));
  // Chapters of ICD-10 have Roman numbers.
  expect(texts.filter((text) => text !== 'XX' && findBlanks(text).length > 0)).toEqual([]);
});

test('each record template of the demonstration has its blanks found', () => {
  const { rows } = JSON.parse(readFileSync('server/demo/data/templates.json', 'utf8')) as {
    rows: { record: Record<string, { en: string; zh: string }> | null }[];
  };
  const texts = rows.flatMap(({ record }) => Object.values(record ?? {}).flatMap(({ en, zh }) => [en, zh]));
  const open = texts.filter((text) => /…|\/无|\/差|\/without|yes\/no|_/.test(text));
  expect(open.length).toBeGreaterThan(3);
  for (const text of open) expect(blanksOf(text), text).not.toEqual([]);
});
