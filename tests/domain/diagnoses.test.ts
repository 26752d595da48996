import { expect, test } from 'vitest';
import { DiseaseId } from '../../contract/ids.ts';
import { sameDiagnoses, withDiagnosis, withMain, withoutDiagnosis } from '../../src/domain/record.ts';

const disease = (id: string) => ({ id: DiseaseId.parse(id), code: `J${id}`, name: `Disease ${id}` });
const both = withDiagnosis(withDiagnosis([], disease('1')), disease('2'));
const shown = (list: typeof both) => list.map(({ code, main }) => `${code}${main ? ' main' : ''}`);

test('the first diagnosis is the main one, and the same is never added twice', () => {
  expect(shown(both)).toEqual(['J1 main', 'J2']);
  expect(withDiagnosis(both, disease('2'))).toBe(both);
});

test('there is always exactly one main diagnosis', () => {
  expect(shown(withMain(both, DiseaseId.parse('2')))).toEqual(['J1', 'J2 main']);
  expect(shown(withoutDiagnosis(both, DiseaseId.parse('1')))).toEqual(['J2 main']);
  expect(withoutDiagnosis(withDiagnosis([], disease('1')), DiseaseId.parse('1'))).toEqual([]);
});

test('lists are equal if they contain the same diagnoses with the same main one', () => {
  expect(sameDiagnoses(both, [...both])).toBe(true);
  expect(sameDiagnoses(both, withMain(both, DiseaseId.parse('2')))).toBe(false);
  expect(sameDiagnoses(both, both.slice(1))).toBe(false);
});
