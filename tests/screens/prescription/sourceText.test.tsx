import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { loadTexts, setLanguage, t } from '../../../src/locales/i18n.ts';
import { sourceText } from '../../../src/screens/prescription/sourceText.ts';

afterEach(() => setLanguage('en'));

const bans: { rows: { source: string }[] } = JSON.parse(
  readFileSync('server/clinicalTables/data/online-bans.json', 'utf8'),
);
const ofTables = [...new Set(bans.rows.map(({ source }) => source))];
const ofRules = [
  'Medicine table',
  'Medicine table; not compared with a published text',
  'Medicine table; compared with a published text',
  'Medicine table; no maximum is published',
  'Medicine table; compared with FDA 2008, EUCAST 13',
  'Hospital',
  'List of the hospital',
  'Stock of the pharmacy',
  'Table of routes and forms',
  'Prescription Management Measures, art. 6',
  'Measures for the clinical use of antibacterials (2012), art. 27',
  'Rules for online diagnosis and treatment, art. 19',
  'FDA table of substrates, inhibitors and inducers; FDA labelling; EMA product information; NMPA labelling',
];

test('a Chinese reader sees laws, labels and the hospital’s own lists as sources in Chinese', async () => {
  await loadTexts('documents');
  await setLanguage('zh-CN');
  expect(sourceText('Prescription Management Measures, art. 6', t)).toBe('《处方管理办法》第6条');
  expect(sourceText('FDA labelling; EMA product information', t)).toBe('FDA说明书；EMA药品信息');
  expect(sourceText('Medicine table; not compared with a published text', t)).toBe('药品目录；未与公开资料核对');
  expect(sourceText('Medicine table; compared with a published text', t)).toBe('药品目录；已与公开资料核对');
  expect(sourceText('Medicine table; no maximum is published', t)).toBe('药品目录；无公开的极量');
  const shown = [...ofTables, ...ofRules].map((source) => sourceText(source, t));
  expect(shown.filter((text) => /[a-z]{3,}/.test(text))).toEqual([]);
});

test('an English reader sees every source as its table names it', () => {
  const all = [...ofTables, ...ofRules];
  expect(all.map((source) => sourceText(source, t).replace(/, article /, ', art. '))).toEqual(
    all.map((source) => source.replace(/, article /, ', art. ')),
  );
});
