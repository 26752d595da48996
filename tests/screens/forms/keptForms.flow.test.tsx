import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { IdentityRequests } from '../../../src/screens/administration/IdentityRequests.tsx';
import { DeclineDialog } from '../../../src/screens/cloudRoom/DeclineDialog.tsx';
import { CancelPrescription } from '../../../src/screens/prescription/CancelPrescription.tsx';
import { ServiceSetup } from '../../../src/screens/serviceSetup/ServiceSetup.tsx';
import { AddLeave } from '../../../src/screens/workforceManagement/AddLeave.tsx';
import { WorkforceManagement } from '../../../src/screens/workforceManagement/WorkforceManagement.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { startOfTest, waitingOrder } from '../../support/fakeApp.tsx';
import { draftVault } from '../../support/formDrafts.ts';
import { fillIn } from '../../support/render.tsx';

type Answers = Exclude<NonNullable<Parameters<typeof openScreen>[1]>['answers'], undefined>;
type Form = {
  readonly element: ReactElement;
  readonly path?: string;
  readonly answers?: Answers;
  readonly box: string;
};
const nothing = () => {};
const request = {
  id: '1',
  staffId: '11',
  username: 'doctor01',
  present: { name: 'Lin Yue', nameEn: '', titleCode: 1, deptName: 'Paediatrics' },
  wanted: { name: 'Lin Yueyue', nameEn: null, titleCode: null, deptId: null, deptName: null },
  createTime: startOfTest,
};
const rx = { id: '5', prescriptionNo: 'RX5', status: 10, orderId: '1' } as never;
const { patient } = waitingOrder('1', 'Wang Min');

/** A form with a field for sentences, by what it is for. */
const forms: Record<string, Form> = {
  'quick reply': {
    element: <ServiceSetup />,
    path: '/serviceSetup?tab=replies',
    answers: { getQuickReplies: () => [] },
    box: 'Text',
  },
  'message while away': {
    element: <ServiceSetup />,
    path: '/serviceSetup?tab=away',
    answers: { getAwayMessage: () => ({ message: '' }) },
    box: 'Message',
  },
  'reason of a refusal': {
    element: <DeclineDialog order={waitingOrder('1', 'Wang Min')} onClose={nothing} />,
    box: 'Words to the patient',
  },
  'reason of a cancellation': {
    element: <CancelPrescription rx={rx} patient={patient} colour={null} onCancel={nothing} onClose={nothing} />,
    box: 'Reason',
  },
  'reason of a decision': {
    element: <IdentityRequests />,
    answers: { listIdentityRequests: () => [request] },
    box: 'Reason',
  },
  'note of a leave': {
    element: <AddLeave today="2026-03-02" basis={{ version: 1 }} onSaved={nothing} onClose={nothing} />,
    box: 'Note',
  },
  'plan of a week': {
    element: <WorkforceManagement />,
    path: '/workforceManagement?tab=week',
    answers: { getSchedule: () => [] },
    box: 'Phone, Friday, Afternoon',
  },
};
const written = 'A sentence that took a minute to write';

test.each(Object.entries(forms))('the %s that was typed is there after a reload', async (_, form) => {
  const { element, box, ...at } = form;
  const vault = draftVault();
  const field = () => screen.findByRole('textbox', { name: new RegExp(`^${box}`) });
  const before = openScreen(element, { ...at, vault });
  await fillIn(before.user, await field(), written);
  before.unmount();
  openScreen(element, { ...at, vault });
  await waitFor(async () => expect(await field()).toHaveValue(written));
});

/** The record templates in the service setup, with a new one being written. */
async function newTemplate(vault = draftVault()) {
  const opened = openScreen(<ServiceSetup />, {
    path: '/serviceSetup?tab=templates',
    answers: { listTemplates: () => [], saveTemplate: () => ({ id: '8', version: 1 }), listWarehouses: () => [] },
    vault,
  });
  const region = within(await screen.findByRole('region', { name: 'Record templates' }));
  await opened.user.click(await region.findByRole('button', { name: 'New template' }));
  const name = () => region.getByRole('textbox', { name: /^Name/ });
  const complaint = () => region.getByRole('textbox', { name: /^Chief complaint/ });
  return { ...opened, region, name, complaint };
}

test('a template that was being written is there after a reload, says so, and can be given up', async () => {
  const vault = draftVault();
  const before = await newTemplate(vault);
  await fillIn(before.user, before.name(), 'Cough');
  await fillIn(before.user, before.complaint(), written);
  before.unmount();
  const after = await newTemplate(vault);
  await waitFor(() => expect(after.complaint()).toHaveValue(written));
  expect(after.name()).toHaveValue('Cough');
  expect(after.region.getByText(/What you typed here before is back/)).toBeVisible();
  await after.user.click(after.region.getByRole('button', { name: 'Discard it' }));
  expect(after.complaint()).toHaveValue('');
  after.unmount();
  expect((await newTemplate(vault)).complaint()).toHaveValue('');
});

test('a saved template leaves no draft behind', async () => {
  const vault = draftVault();
  const before = await newTemplate(vault);
  await fillIn(before.user, before.name(), 'Cough');
  await fillIn(before.user, before.complaint(), written);
  await before.user.click(before.region.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(before.said).toHaveLength(1));
  before.unmount();
  expect((await newTemplate(vault)).complaint()).toHaveValue('');
});
