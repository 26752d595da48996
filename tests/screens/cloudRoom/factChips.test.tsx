import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordActor } from '../../../src/machines/record.ts';
import { FactChips } from '../../../src/screens/cloudRoom/FactChips.tsx';
import { fakeActor } from '../../support/fakeActor.ts';
import { fakeApp, order } from '../../support/fakeApp.tsx';
import { show } from '../../support/render.tsx';

/** The banner of a patient, with what this consultation's record says about allergies. */
function banner(patient: object, allergyHistory: string, { brief = false } = {}) {
  const record = fakeActor({ context: { fields: { allergyHistory } } }, (before) => before) as unknown as RecordActor;
  const shown = order('1', 'Wang Min', { patient: patient as never });
  show(fakeApp().within(<FactChips order={shown} record={record} brief={brief} />));
}

/** A fact that nobody knows and that this patient is asked for. */
const asked = (kind: string) => ({ kind, standing: 'unknown', claims: [], needed: true });

test('beside other panes the allergies of file and record are one chip, which names all of them', () => {
  banner({ allergy: 'Penicillin; Peanuts' }, 'Penicillin; sulfa', { brief: true });
  const chip = screen.getByText('Penicillin; Peanuts; sulfa').closest('button');
  expect(chip).toHaveAttribute('data-tooltip', 'Allergic to Penicillin; Peanuts; sulfa');
});

test('the banner names the week of pregnancy and the day of the weight', () => {
  banner({ pregnant: 1, pregnancyWeek: 22, weightKg: 61, weightTime: Date.UTC(2026, 1, 3) }, '');
  expect(screen.getByText('Pregnant, week 22')).toBeVisible();
  expect(screen.getByText('61 kg · Feb 3, 2026')).toBeVisible();
});

test('"no known allergies" is not shown beside an allergy that the record names', () => {
  banner({ allergy: 'No known drug allergies' }, 'Penicilin, rash');
  expect(screen.getByText('Allergy history: Penicilin, rash')).toBeVisible();
  expect(screen.queryByText('No known allergies')).toBeNull();
});

test('allergies of the file and of the record are shown together', () => {
  banner({ allergy: 'Penicillin' }, 'Penicillin; sulfa');
  expect(screen.getByText('Allergic to Penicillin')).toBeVisible();
  expect(screen.getByText('Allergy history: sulfa')).toBeVisible();
});

test('each chip of a running consultation opens the facts at its field', async () => {
  const running = order('1', 'Wang Min', { patient: { allergy: null, weightKg: 61, pregnant: 2, gender: 2 } as never });
  const { patient } = running;
  const answers = { getPatientFacts: () => ({ patient, current: [], ended: [], written: [] }) };
  const { user } = show(fakeApp({ running: [running], answers }).within(<FactChips order={running} record={null} />));
  for (const [chip, field] of [
    ['Pregnancy not known', 'Pregnancy'],
    ['61\u00a0kg', 'Weight (kg)'],
    ['Allergies not recorded', 'Allergy to'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: chip }));
    await waitFor(async () => expect(await screen.findByLabelText(field)).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test.each([
  [{ gender: 2, birthday: '1990-05-05', pregnant: null }, true],
  [{ gender: 2, birthday: '1990-05-05', pregnant: 0 }, false],
  [{ gender: 2, birthday: '1950-05-05', age: 75, pregnant: null }, false],
  [{ gender: 1, birthday: '1990-05-05', pregnant: null }, false],
])('whether pregnancy was asked is said where it matters: %j', (patient, said) => {
  banner(patient, '');
  expect(screen.queryAllByText('Pregnancy not asked')).toHaveLength(said ? 1 : 0);
});

test.each([
  [{ facts: [asked('pregnancy'), asked('weight')], birthday: '1950-05-05', age: 75 }, true],
  [{ facts: [], birthday: '1990-05-05', age: 15 }, false],
])('what the platform marks as needed is asked for, and nothing else, whatever the age: %j', (known, said) => {
  banner({ ...known, gender: 2 }, '');
  for (const text of ['Pregnancy not asked', 'Weight not recorded'])
    expect(screen.queryAllByText(text)).toHaveLength(said ? 1 : 0);
});
