import { expect, test } from 'vitest';
import type { FactEntry } from '../../../clinical/facts/summaryShape.ts';
import { allergyText, entryWords, inLines } from '../../../clinical/facts/words.ts';
import { allergy, claim } from '../../support/factEntries.ts';

const dateOf = () => ({ en: 'Mar 3, 2026', zh: '2026年3月3日' });

test('each allergy has a line of its own, with who confirmed it and when', () => {
  const aspirin = { ...claim(allergy, true), name: { en: 'Aspirin', zh: '阿司匹林' } };
  const entry: FactEntry = { kind: 'allergies', standing: 'confirmed', claims: [claim(allergy, true), aspirin] };
  const { en, zh } = entryWords(entry, dateOf);
  expect(en.split('\n')).toEqual([
    'Penicillins (confirmed by Chen Min, Mar 3, 2026)',
    'Aspirin (confirmed by Chen Min, Mar 3, 2026)',
  ]);
  expect(zh.split('\n')).toEqual(['青霉素类（陈敏确认，2026年3月3日）', '阿司匹林（陈敏确认，2026年3月3日）']);
});

test('a measure that the patient states otherwise has a line beside the confirmed one', () => {
  const claims = [claim({ kind: 'weight', kg: 24.4 }, true), claim({ kind: 'weight', kg: 53.7 }, false)];
  expect(entryWords({ kind: 'weight', standing: 'contradictory', claims }, dateOf).en.split('\n')).toHaveLength(2);
});

test('allergies without sources have a line each in the dialog to submit, and one text in a field', () => {
  const aspirin = { ...claim(allergy, true), name: { en: 'Aspirin', zh: '阿司匹林' } };
  const summary: FactEntry[] = [{ kind: 'allergies', standing: 'confirmed', claims: [claim(allergy, true), aspirin] }];
  expect(allergyText(summary, inLines)).toEqual({ en: 'Penicillins\nAspirin', zh: '青霉素类\n阿司匹林' });
  expect(allergyText(summary)).toEqual({ en: 'Penicillins; Aspirin', zh: '青霉素类、阿司匹林' });
});
