import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBlanks } from '../../clinical/blanks.ts';

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
  '',
])('%j has none', (text) => {
  expect(blanksOf(text)).toEqual([]);
});

test('each record template of the demonstration has its blanks found', () => {
  const { rows } = JSON.parse(readFileSync('server/seed/data/templates.json', 'utf8')) as {
    rows: { record: Record<string, { en: string; zh: string }> | null }[];
  };
  const texts = rows.flatMap(({ record }) => Object.values(record ?? {}).flatMap(({ en, zh }) => [en, zh]));
  const open = texts.filter((text) => /…|\/无|\/差|\/without|yes\/no|_/.test(text));
  expect(open.length).toBeGreaterThan(3);
  for (const text of open) expect(blanksOf(text), text).not.toEqual([]);
});
