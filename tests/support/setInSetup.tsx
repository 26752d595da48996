import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { ServiceSetup } from '../../src/screens/serviceSetup/ServiceSetup.tsx';
import type { Saved } from '../../src/screens/templates/useTemplates.ts';
import { bronchitis } from './clinical.ts';
import { openScreen } from './doctorScreen.tsx';
import { shelf } from './prescriptionScreen.tsx';

const brief = {
  id: '7',
  kind: 'prescription',
  scope: 'personal',
  name: 'Bronchitis',
  version: 2,
  own: true,
  author: 'Lin Yue',
  drugs: ['Amoxicillin'],
  sections: [],
  uses: 0,
  updateTime: 0,
};
export const amoxicillinLine = {
  drugId: '1',
  drugName: 'Amoxicillin',
  specification: '0.25 g × 24',
  onceDose: 0.5,
  onceDoseUnit: 'g',
  frequency: 'bid',
  route: null,
  days: null,
  quantity: null,
  remark: '',
};
const stored = { kind: 'prescription', lines: [amoxicillinLine], diagnosisList: [], advice: '' };
const pharmacies = [
  { id: '1', name: 'Central pharmacy', isDefault: true },
  { id: '2', name: 'Branch', isDefault: false },
];

/** The templates of the service setup, on a platform with two pharmacies and the sets `names`. */
export async function setup({ names = [] as readonly string[], answers = {} } = {}) {
  const saved: Saved[] = [];
  const opened = openScreen(<ServiceSetup />, {
    path: '/serviceSetup?tab=templates',
    answers: {
      listTemplates: ({ kind }: { kind: string }) =>
        kind === 'record' ? [] : names.map((name) => ({ ...brief, name })),
      getTemplate: () => ({ ...brief, content: stored }),
      saveTemplate: (sent: Saved) => {
        saved.push(sent);
        return { id: '8', version: 1 };
      },
      listWarehouses: () => pharmacies,
      searchDrugs: ({ keyword }: { keyword: string }) =>
        shelf.filter(({ name }) => name.toLowerCase().startsWith(keyword.toLowerCase())),
      findDrugInventory: ({ id }: { id: string }) => shelf.filter(({ drugId }) => drugId === id),
      listFavouriteDrugs: () => ({ drugIds: [], drugs: [] }),
      findDoctorDiseases: () => [{ ...bronchitis, doctorDiseaseWesternId: '3' }],
      ...answers,
    },
  });
  const sets = within(await screen.findByRole('region', { name: 'Prescription sets' }));
  const newSet = await sets.findByRole('button', { name: 'New set' });
  return { ...opened, saved, sets, newSet };
}
export type Sets = Awaited<ReturnType<typeof setup>>['sets'];

export const line = (sets: Sets, name: RegExp) => within(sets.getByRole('group', { name }));

/** Chooses a medicine with the keyboard, which leaves the focus in the dose of its line. */
export async function adds(user: UserEvent, sets: Sets, medicine: 'Amoxicillin' | 'Ambroxol') {
  await user.click(sets.getByRole('combobox', { name: 'Medicine' }));
  await user.paste(medicine.slice(0, 4));
  await screen.findByRole('option', { name: new RegExp(medicine) });
  await user.keyboard('{Enter}');
  const added = await sets.findByRole('group', { name: new RegExp(`Line .*${medicine}`) });
  await waitFor(() => expect(within(added).getByRole('textbox', { name: 'Dose' })).toHaveFocus());
}
