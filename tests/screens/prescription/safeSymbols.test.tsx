import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { frequencyCodes } from '../../../clinical/doses/frequency.ts';
import { units } from '../../../clinical/doses/unit.ts';
import { loadTexts, setLanguage, t } from '../../../src/locales/i18n.ts';
import { languages } from '../../../src/locales/texts.ts';
import { findingDetail, findingText } from '../../../src/screens/prescription/FindingMark.tsx';
import { medicineName } from '../../../src/screens/prescription/MedicineSearch.tsx';
import { PrescriptionSheet } from '../../../src/screens/prescription/PrescriptionSheet.tsx';
import { PrintedRx } from '../../../src/screens/prescription/PrintedRx.tsx';
import { regimenText, shortRegimenText } from '../../../src/screens/prescription/regimenText.ts';
import { clinicalWords } from '../../../src/screens/prescription/useClinicalWords.ts';
import { keepUnits } from '../../../src/ui/unitText.ts';
import { fakeApp } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { show } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

/**
 * What no text with a dose may hold: ISMP list of error-prone abbreviations; The Joint Commission, “Do not use” list,
 * 9 June 2017.
 */
const unsafe: readonly RegExp[] = [
  /[μµ]g/,
  /\bIU\b|\biu\b/,
  /(?:\d|\}\}) ?[Uu](?!\p{L})/u,
  /\bq\.?d\b|\bq\.?o\.?d\b|\bq[mn]\b|\bqhs\b|\btiw\b|\bbiw\b|\bcc\b/i,
  /(?:^|[^\d.])\.\d/,
  /\d\.0+(?!\d)/,
];
const faults = (texts: readonly string[]) => texts.filter((text) => unsafe.some((sign) => sign.test(text)));

const doses = [0.5, 1, 2, 1.25, 100, 1_000];

/** How lines of every unit and frequency read on paper and in one row. */
function writtenLines(): string[] {
  const words = clinicalWords(t);
  return units.flatMap(({ code }) =>
    frequencyCodes.flatMap((frequency) =>
      doses.flatMap((value) => {
        const regimen = {
          dose: { value, unit: code },
          frequency,
          days: 3,
          maxTimes: null,
          minHours: null,
          firstDose: null,
          steps: [],
        };
        return [regimenText(regimen, 'po', { words, t }), shortRegimenText(regimen, { words, t })];
      }),
    ),
  );
}

test.each(languages)('no line of a prescription has a symbol that is mistaken for another, in %s', async (language) => {
  await setLanguage(language);
  expect(faults(writtenLines())).toEqual([]);
});

test.each(languages)('no heading of a unit has such a symbol, in %s', async (language) => {
  await setLanguage(language);
  const words = clinicalWords(t);
  const headings = units.flatMap(({ code }) => [words.unit(code), words.unit(code, 1), words.unit(code, 2)]);
  expect(faults(headings)).toEqual([]);
  const [micro, international] = language === 'en' ? ['mcg', 'units'] : ['微克', '单位'];
  expect([words.unit('ug'), words.unit('iu'), words.unit('IU', 14)]).toEqual([micro, international, international]);
});

test('ten thousands of units are never run together with the dose', () => {
  const words = clinicalWords(t);
  expect(`2 ${words.unit('10k-iu', 2)}`).toBe('2 × 10,000 units');
});

test.each([
  ['en', '100 IU/ml, 3 ml/pen', '100\u00a0units/ml, 3\u00a0ml/pen'],
  ['en', '50μg × 100', '50\u00a0mcg × 100'],
  ['en', '40U/ml', '40\u00a0units/ml'],
  ['en', '80 万U', '80 × 10,000\u00a0units'],
  ['zh-CN', '3ml:300IU/支', '3ml:300单位/支'],
  ['zh-CN', '50µg×100片/盒', '50微克×100片/盒'],
  ['zh-CN', '80万U/瓶', '80万单位/瓶'],
] as const)('in %s the strength %j of a hospital reads %j', async (language, written, shown) => {
  await setLanguage(language);
  expect(keepUnits(written)).toBe(shown);
});

test('a hospital’s name of a medicine is shown and printed with safe symbols, as its strength is', () => {
  const [line] = rx('7', 'Wang Min').lines;
  if (!line) throw new Error('no line');
  const named = { ...line, drugName: 'Vitamin D 400 IU', tradeName: 'Sun 10μg' };
  const shown = rx('7', 'Wang Min', { lines: [named] });
  for (const surface of [<PrintedRx key="paper" rx={shown} />, <PrescriptionSheet key="sheet" rx={shown} />]) {
    const { container, unmount } = show(fakeApp().within(surface));
    expect(container.textContent).toContain('Vitamin D 400\u00a0units');
    expect(container.textContent).toContain('Sun 10\u00a0mcg');
    unmount();
  }
  expect(medicineName({ name: 'Vitamin D 400 IU', tradeName: 'Sun' })).toBe('Vitamin D 400\u00a0units (Sun)');
});

test.each([
  ['en', 'Vitamin D 400\u00a0units is not for children'],
  ['zh-CN', '维生素D 400单位'],
] as const)('a finding names a medicine with safe symbols too, in %s', async (language, said) => {
  await setLanguage(language);
  await loadTexts('documents');
  const medicine = language === 'en' ? 'Vitamin D 400 IU' : '维生素D 400IU';
  const hit = {
    ruleCode: 'child',
    level: 'block',
    lineIndex: 0,
    params: { drug: medicine },
    needReason: false,
  } as const;
  const words = clinicalWords(t);
  const unknown = { ...hit, ruleCode: 'new', title: `${medicine}: 50 μg`, detail: `${medicine}: 50 μg` };
  const texts = [findingText(hit, words, t), findingText(unknown, words, t), findingDetail(unknown, '') ?? ''];
  expect(texts[0]).toContain(said);
  expect(faults(texts)).toEqual([]);
  expect(texts.join()).not.toMatch(/IU/);
});

test.each([
  ['en', 'Not checked: online bans, allergies. Nothing is known of this medicine.'],
  ['zh-CN', '未检查：网络禁售、过敏。药品资料缺失。'],
] as const)('a finding names every check that one cause left out, in %s', async (language, said) => {
  await setLanguage(language);
  await loadTexts('documents');
  const params = { rule: 'onlineBan,allergy', why: 'drugUnknown' };
  const hit = { ruleCode: 'notChecked', level: 'warn', lineIndex: 0, params, needReason: true } as const;
  expect(findingText(hit, clinicalWords(t), t)).toBe(said);
});

const folders = ['clinicalTables', 'demo', 'hospitals'].map((folder) => `server/${folder}/data`);
const names = (text: string, language: 'en' | 'zh') =>
  [...text.matchAll(new RegExp(`"${language}": ?"([^"]*)"`, 'g'))].map(([, name = '']) => name);

test('no name, strength or wording of the demonstration data has such a symbol', () => {
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));
  const texts = files.flatMap((file) => names(readFileSync(file, 'utf8'), 'en'));
  expect(texts.length).toBeGreaterThan(5_000);
  expect(faults(texts)).toEqual([]);
  const chinese = files.flatMap((file) => names(readFileSync(file, 'utf8'), 'zh'));
  expect(chinese.filter((text) => /[μµ]g|\dIU/.test(text))).toEqual([]);
});

/** All texts of a file of the product, without their keys. */
const textsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/: ?(['"`])((?:(?!\1).)*)\1/g)].map(([, , text = '']) => text);

test.each(languages)('no text of the product has such a symbol, in %s', (language) => {
  const folder = `src/locales/${language}`;
  const texts = readdirSync(folder).flatMap((file) => textsOf(`${folder}/${file}`));
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => unsafe.slice(0, 4).some((sign) => sign.test(text)))).toEqual([]);
});
