import { expect, test } from 'vitest';
import { RequestId } from '../../contract/ids.ts';
import { EditedTemplate } from '../../src/domain/editedTemplate.ts';
import { emptyRecord, RecordDraft } from '../../src/domain/record.ts';
import { emptyDraft, lineFor, RxDraft } from '../../src/domain/rxDraft.ts';
import { amoxicillin } from '../support/clinical.ts';

const refusable = ['half an emoji \ud83d', 'NUL \0', 'x'.repeat(20_000), ''];
const texts = Object.entries(emptyRecord).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []));

test.each(texts)('text typed as %s is restored from this machine, even if the platform refuses it', (name) => {
  for (const text of refusable) {
    const draft = { fields: { ...emptyRecord, [name]: text }, version: 0 };
    expect(RecordDraft.parse(draft)).toEqual(draft);
  }
});

test('text typed into a prescription is restored from this machine, even if the platform refuses it', () => {
  const empty = emptyDraft(RequestId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f'));
  for (const text of refusable) {
    const overrides = [{ ruleCode: 'dose', severity: 'warn', reason: text }];
    const draft = { ...empty, advice: text, overDaysReason: text, overrides };
    expect(RxDraft.parse(draft)).toEqual(draft);
  }
});

/** As versions stored it that called a line's medicine `drug`. */
const asStoredBefore = ({ medicine: drug, ...rest }: ReturnType<typeof lineFor>) => ({ ...rest, drug });

test('a prescription that an earlier version kept is restored with its medicines', () => {
  const draft = { ...emptyDraft(RequestId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f')), advice: 'Rest' };
  const line = lineFor(amoxicillin, '0');
  expect(RxDraft.parse({ ...draft, lines: [asStoredBefore(line)] })).toEqual({ ...draft, lines: [line] });
});

test('a set of medicines that an earlier version kept is restored with its medicines', () => {
  const { drugId, name: drugName, specification } = amoxicillin;
  const { quantityManual: _, ...line } = {
    ...lineFor(amoxicillin, '0'),
    language: 'en',
    drugId,
    drugName,
    specification,
  };
  const content = { kind: 'prescription' as const, diagnosisList: [], advice: '' };
  const template = { id: null, version: 1, name: 'Mine', scope: 'personal' as const };
  const { medicine: drug, ...rest } = line;
  const before = { ...template, content: { ...content, lines: [{ ...rest, drug }] } };
  expect(EditedTemplate.parse(before)).toEqual({ ...template, content: { ...content, lines: [line] } });
});
