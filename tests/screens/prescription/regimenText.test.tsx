import { afterEach, expect, test } from 'vitest';
import type { Regimen } from '../../../clinical/doses/regimen.ts';
import type { RxLine } from '../../../contract/http/prescription.ts';
import { setLanguage, t } from '../../../src/locales/i18n.ts';
import { packRestText, regimenText, shortRegimenText } from '../../../src/screens/prescription/regimenText.ts';
import { clinicalWords } from '../../../src/screens/prescription/useClinicalWords.ts';

afterEach(() => setLanguage('en'));

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const written = (regimen: Regimen) => {
  const texts = { words: clinicalWords(t), t };
  return [regimenText(regimen, 'po', texts), shortRegimenText(regimen, texts)].map(plain);
};

const unequal: Regimen = {
  dose: { value: 1_000, unit: 'mg' },
  frequency: 'bid',
  days: 30,
  dayDoses: [
    { moment: 'morning', dose: 1_000 },
    { moment: 'evening', dose: 500 },
  ],
};
const alternate: Regimen = { dose: { value: 2, unit: 'tablet' }, frequency: 'qod', days: 7 };

test('doses by time of day are read on paper and in one row instead of a dose and a frequency', async () => {
  const [paper, row] = written(unequal);
  expect(paper).toMatch(/^1,?000 mg in the morning, 500 mg in the evening, By mouth, 30 days$/i);
  expect(row).toMatch(/^1,?000 mg in the morning, 500 mg in the evening · 30 d/);
  await setLanguage('zh-CN');
  const [paperZh] = written(unequal);
  expect(paperZh).toMatch(/^早晨1,?000 ?mg，晚上500 ?mg，口服，30天$/);
});

test('an interval is read with the number of its whole doses', async () => {
  expect(written(alternate)[0]).toBe('2 tablets, Every other day, By mouth, 7 days (4 doses)');
  await setLanguage('zh-CN');
  expect(written(alternate)[0]).toMatch(/7天（共4次）$/);
});

test('a pack that does not divide into doses is explained in words, and one that does is not', async () => {
  const said = (packRest: RxLine['packRest']) =>
    plain(packRestText({ packRest, minUnit: 'tablet' }, { words: clinicalWords(t), t }) ?? '-');
  expect(said({ doses: 3, rest: '1' })).toBe('A pack holds 3 whole doses; the 1 tablet left goes into the next one');
  expect(said({ doses: 0, rest: '1' })).toMatch(/^No pack holds a whole dose/);
  expect(said(null)).toBe('-');
  expect(said(undefined), 'a line stored before this was written says nothing, never 0').toBe('-');
  await setLanguage('zh-CN');
  expect(said({ doses: 3, rest: '1' })).toBe('每个包装够3次，余下1片并入下一次');
});
