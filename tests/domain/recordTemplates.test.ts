import { describe, expect, test } from 'vitest';
import { DiseaseId } from '../../contract/ids.ts';
import { emptyRecord } from '../../src/domain/record.ts';
import {
  changedParts,
  offerFrom,
  offerOf,
  recordPatch,
  templateFrom,
  tooLong,
  undoPatch,
} from '../../src/domain/recordTemplates.ts';
import { filledText, unknownVariables } from '../../src/domain/templateTexts.ts';
import { offerFromVisit } from '../../src/domain/visitSections.ts';

const values = {
  'patient.name': 'Wang Min',
  'patient.age': '34 years',
  'patient.gender': '',
  'doctor.name': 'Chen Jing',
  hospital: 'Demo Hospital',
  date: '2 Mar 2026',
};
const cough = { id: DiseaseId.parse('1'), code: 'R05', name: 'Cough', main: true };
const fever = { id: DiseaseId.parse('2'), code: 'R50.9', name: 'Fever', main: true };
const written = { ...emptyRecord, presentIllness: 'Dry cough', diagnosisList: [cough] };
const offer = {
  texts: { chiefComplaint: 'Cough for three days', presentIllness: 'No fever', pastHistory: '' },
  diagnosisList: [fever],
};

describe('variables', () => {
  test('are filled in for the patient; one without a value stays visible', () => {
    expect(filledText('{{ patient.name }}, {{patient.age}}, {{patient.gender}}', values)).toBe(
      'Wang Min, 34 years, {{patient.gender}}',
    );
  });

  test.each([
    ['{{patient.name}} {{date}}', []],
    ['{{patient.mobile}} and {{ x }}', ['{{patient.mobile}}', '{{ x }}']],
    ['a { b } {{', []],
  ])('of %j the unknown ones are %j', (text, unknown) => {
    expect(unknownVariables(text)).toEqual(unknown);
  });

  test("replace the patient's name when a record becomes a template", () => {
    const fields = { ...written, treatmentAdvice: 'Wang Min rests.', physicalExam: ' ' };
    expect(templateFrom(fields, ['presentIllness', 'physicalExam', 'treatmentAdvice'], 'Wang Min')).toEqual({
      kind: 'record',
      sections: { presentIllness: 'Dry cough', treatmentAdvice: '{{patient.name}} rests.' },
      diagnosisList: [],
    });
  });
});

describe('an offer for a record', () => {
  test('lists the parts that it changes, and keeps what is written unless the doctor says otherwise', () => {
    const changes = changedParts(written, offer);
    expect(changes.map(({ name }) => name)).toEqual(['chiefComplaint', 'presentIllness', 'diagnosisList']);
    expect(changes.map(({ isEmpty }) => isEmpty)).toEqual([true, false, false]);
    expect(recordPatch(written, offer, 'append')).toEqual({
      chiefComplaint: 'Cough for three days',
      presentIllness: 'Dry cough\nNo fever',
      diagnosisList: [cough, { ...fever, main: false }],
    });
  });

  test('replaces every part that is written where the doctor chooses so', () => {
    expect(recordPatch(written, offer, 'replace')).toEqual({
      chiefComplaint: 'Cough for three days',
      presentIllness: 'No fever',
      diagnosisList: [fever],
    });
  });

  test('has one line for a section of one line, with a mark of its language between two texts', () => {
    const patched = (before: string, offered: string, choice: 'append' | 'replace' = 'append') =>
      recordPatch(
        { ...written, chiefComplaint: before },
        { texts: { chiefComplaint: offered }, diagnosisList: [] },
        choice,
      );
    expect(patched('Fever', 'Cough\nfor three days')).toEqual({ chiefComplaint: 'Fever; Cough; for three days' });
    expect(patched('发热', '咳嗽\r\n三天', 'replace')).toEqual({ chiefComplaint: '咳嗽；三天' });
    expect(patched('Fever; Cough', 'Fever\nCough')).toEqual({});
  });

  test('has nothing for a section that says it already', () => {
    const same = { texts: { presentIllness: 'Dry cough' }, diagnosisList: [cough] };
    expect(changedParts(written, same)).toEqual([]);
  });

  test('names the sections that would get too long', () => {
    expect(tooLong({ chiefComplaint: 'x'.repeat(501), presentIllness: 'x'.repeat(5_000) })).toEqual(['chiefComplaint']);
  });

  test('of a template has the variables filled in', () => {
    const template = {
      kind: 'record' as const,
      sections: { treatmentAdvice: 'Dear {{patient.name}}', pastHistory: ' ' },
      diagnosisList: [],
    };
    expect(offerOf(template, values)).toEqual({ texts: { treatmentAdvice: 'Dear Wang Min' }, diagnosisList: [] });
  });

  test('of an earlier record has its written sections and diagnoses', () => {
    expect(offerFrom(written)).toEqual({ texts: { presentIllness: 'Dry cough' }, diagnosisList: [cough] });
  });

  test('of a hospital visit has the sections with known headings, and names the others', () => {
    const visit = [
      { title: '主诉', text: '咳嗽三天' },
      { title: 'Treatment and advice', text: 'Rest' },
      { title: 'Advice', text: 'Drink' },
      { title: 'Billing', text: '12' },
    ];
    expect(offerFromVisit(visit)).toEqual({
      texts: { chiefComplaint: '咳嗽三天', treatmentAdvice: 'Rest\nDrink' },
      diagnosisList: [],
      others: ['Billing'],
    });
  });
});

test('taking an offer back restores the parts that were not edited since', () => {
  const patch = recordPatch(written, offer, 'append');
  const after = { ...written, ...patch };
  expect(undoPatch(after, written, patch)).toEqual({
    chiefComplaint: '',
    presentIllness: 'Dry cough',
    diagnosisList: [cough],
  });
  const edited = { ...after, presentIllness: 'Dry cough\nNo fever, no phlegm' };
  expect(undoPatch(edited, written, patch)).toEqual({ chiefComplaint: '', diagnosisList: [cough] });
});
