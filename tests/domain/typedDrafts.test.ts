import { expect, test } from 'vitest';
import { RequestId } from '../../contract/ids.ts';
import { emptyCase, RecordDraft } from '../../src/domain/record.ts';
import { emptyDraft, RxDraft } from '../../src/domain/rxDraft.ts';

const refusable = ['half an emoji \ud83d', 'NUL \0', 'x'.repeat(20_000), ''];
const texts = Object.entries(emptyCase).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []));

test.each(texts)('text typed as %s is restored from this machine, even if the platform refuses it', (name) => {
  for (const text of refusable) {
    const draft = { fields: { ...emptyCase, [name]: text }, version: 0 };
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
