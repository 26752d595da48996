import { expect, test } from 'vitest';
import { asEditOf } from '../../src/domain/rxDraft.ts';
import { completeDraft, issuedRx } from '../support/clinical.ts';

test('a draft that an earlier attempt stored is edited, so that no second prescription is created', () => {
  const stored = issuedRx(0, 3);
  const edit = asEditOf(completeDraft, stored, 3);
  expect(edit).toEqual({ ...completeDraft, editing: { id: stored.id, version: 3 } });
});

test('a prescription that was submitted, or changed since, is not edited', () => {
  expect(asEditOf(completeDraft, issuedRx(10, 3), 3)).toBeNull();
  expect(asEditOf(completeDraft, issuedRx(0, 4), 3)).toBeNull();
});
