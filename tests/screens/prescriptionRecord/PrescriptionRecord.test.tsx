import { screen, waitFor, within } from '@testing-library/react';
import type { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { ConversationEvent } from '../../../contract/im.ts';
import { PrescriptionRecord } from '../../../src/screens/prescriptionRecord/PrescriptionRecord.tsx';
import type { Applied } from '../../../src/streams/inbox.ts';
import { openScreen } from '../../support/doctorScreen.tsx';
import { downloads } from '../../support/downloads.ts';
import { order, Refused, startOfTest } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { fillIn } from '../../support/render.tsx';

const rejected = rx('8', 'Anna Weder', {
  status: 11,
  auditStatus: 3,
  auditRemark: 'State the course.',
  auditReasonCodes: ['dosage', 'odd'],
  auditor: { id: '9' as NonNullable<Rx['auditor']>['id'], name: 'Gao Lei' },
  auditTime: startOfTest,
});

function shelf(...all: Rx[]) {
  const stock = new Map(all.map((one) => [one.id as string, one]));
  const answers = {
    listPrescriptions: ({ keyword }: { keyword?: string }) => {
      const list = [...stock.values()].filter(({ patient }) => !keyword || patient.name.includes(keyword));
      return { list, total: list.length };
    },
    getPrescription: ({ id }: { id: string }) => stock.get(id),
    countOwnPrescriptions: () => ({
      counts: [
        { status: 10, count: 1 },
        { status: 20, count: 4 },
        { status: 11, count: 2 },
      ],
      atLeast: false,
    }),
    cancelPrescription: ({ id, reason }: { id: string; reason: string }) => {
      const one = stock.get(id);
      if (one) stock.set(id, { ...one, status: 40, cancelReason: reason, version: one.version + 1 });
      return true;
    },
  };
  return { stock, answers };
}

function open(all: Rx[], { path = '/prescriptionRecord', answers = {} }: { path?: string; answers?: object } = {}) {
  const { stock, answers: usual } = shelf(...all);
  return { stock, ...openScreen(<PrescriptionRecord />, { path, answers: { ...usual, ...answers } }) };
}

const refusing = (message: string, code = 1_050_002_103) => ({
  cancelPrescription: () => {
    throw new Refused(code, message);
  },
});

test('prescriptions show the hospital’s word for their status; an unknown status is shown as it is', async () => {
  open([rx('1', 'Zhang San'), rx('2', 'Li Si', { status: 77 }), rx('3', 'Wang Wu', { status: 0, submitTime: null })]);
  const rows = within(await screen.findByRole('table', { name: 'Prescriptions' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/RX1.*Zhang San.*Acute bronchitis.*Waiting for review.*Queued/),
    expect.stringMatching(/Li Si.*Unknown \(77\)/),
    expect.not.stringMatching(/Queued/),
  ]);
});

test('every status is a filter with its number, the approved ones too', async () => {
  const { asked } = open([rx('1', 'Zhang San')], { path: '/prescriptionRecord?keyword=Zhang' });
  for (const name of [
    'All 7',
    'Draft 0',
    'Waiting for review 1',
    'Rejected 2',
    'Approved 4',
    'Dispensed 0',
    'Cancelled 0',
  ])
    expect(await screen.findByRole('button', { name })).toBeEnabled();
  expect(asked('countOwnPrescriptions')).toEqual([{ keyword: 'Zhang' }]);
});

test('statuses can be selected even if their counts fail to load', async () => {
  open([rx('1', 'Zhang San')], {
    answers: {
      countOwnPrescriptions: () => {
        throw new Refused(500, 'broken');
      },
    },
  });
  expect(await screen.findByRole('button', { name: 'Rejected –' })).toBeEnabled();
});

test('each count filters the list and shows all again', async () => {
  const { user, asked, address } = open([rx('1', 'Zhang San')]);
  const count = await screen.findByRole('button', { name: 'Rejected 2' });
  await user.click(count);
  expect(address()).toBe('/prescriptionRecord?status=11');
  expect(asked('listPrescriptions').at(-1)).toMatchObject({ status: '11' });
  await user.click(count);
  expect(address()).toBe('/prescriptionRecord');
});

test('a prescription opens beside the list with its medicines, review and history, and can be closed', async () => {
  const { user, address } = open([rejected]);
  await user.click(await screen.findByRole('link', { name: 'RX8' }));
  const detail = await screen.findByRole('region', { name: 'Prescription RX8' });
  expect(address()).toBe('/prescriptionRecord?id=8');
  expect(within(detail).getByText('Carbocisteine syrup')).toBeVisible();
  expect(within(detail).getByText('120 mg, Three times daily, By mouth, 5 days')).toBeVisible();
  expect(within(detail).getByText('State the course.')).toBeVisible();
  expect(within(detail).getByText(/odd/)).toBeVisible();
  expect(within(detail).getByText('Draft saved')).toBeVisible();
  expect(within(detail).getByRole('link', { name: 'Open the order' })).toHaveAttribute(
    'href',
    '/orderRecord/detail?id=o1',
  );
  await user.click(within(detail).getByRole('button', { name: 'Close the prescription' }));
  expect(address()).toBe('/prescriptionRecord');
  expect(screen.queryByRole('region', { name: /^Prescription RX/ })).toBeNull();
});

test('cancelling requires a reason, sends the version, and shows the result', async () => {
  const { user, asked } = open([rejected], { path: '/prescriptionRecord?id=8' });
  await user.click(await screen.findByRole('button', { name: 'Cancel prescription' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel prescription RX8?' });
  expect(within(dialog).getByText('Anna Weder')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel it' }));
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
  expect(reason).toHaveAccessibleDescription('Write down why it is cancelled.');
  expect(asked('cancelPrescription')).toEqual([]);
  await fillIn(user, reason, 'Wrong patient');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel it' }));
  expect(asked('cancelPrescription')).toEqual([{ id: '8', version: 3, reason: 'Wrong patient' }]);
  expect(await screen.findByText('Reason: Wrong patient')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel prescription' })).toBeNull();
});

test('a refused cancellation says why and keeps the typed reason', async () => {
  const { user } = open([rejected], { path: '/prescriptionRecord?id=8', answers: refusing('Changed meanwhile') });
  await user.click(await screen.findByRole('button', { name: 'Cancel prescription' }));
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  await fillIn(user, reason, 'Wrong patient');
  await user.click(screen.getByRole('button', { name: 'Cancel it' }));
  await waitFor(() => expect(reason).toHaveAccessibleDescription('Changed meanwhile'));
  expect(reason).toHaveValue('Wrong patient');
});

test.each([30, 40, 50, 77])('a prescription in status %i cannot be cancelled', async (status) => {
  open([rx('1', 'Zhang San', { status })], { path: '/prescriptionRecord?id=1' });
  await screen.findByRole('region', { name: 'Prescription RX1' });
  await screen.findByText('Carbocisteine syrup');
  expect(screen.queryByRole('button', { name: 'Cancel prescription' })).toBeNull();
});

test('a rejected prescription is corrected and handed in again here when its consultation is over', async () => {
  const handed: unknown[] = [];
  const { stock, user, asked, said } = open([rejected], {
    path: '/prescriptionRecord?id=8',
    answers: {
      checkPrescription: () => ({ available: true, hits: [] }),
      listWarehouses: () => [{ id: '1', name: 'Main pharmacy', isDefault: true }],
      findDoctorDiseases: () => [],
      screenDrugs: () => [{ drugId: '1', hits: [] }],
      findDrugInventory: () => [],
      getDrugInventory: () => [{ inventoryId: '1', drugId: '1', stock: 9, price: 980, status: 1 }],
      editPrescription: (input: { id: string; version: number }) => {
        handed.push(input);
        stock.set('8', { ...rejected, status: 10, auditStatus: 0, version: 4 });
        return { version: 4, status: 10, auditStatus: 0 };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit and resubmit' }));
  const form = await screen.findByRole('region', { name: 'Prescription for Anna Weder' });
  await user.click(await within(form).findByRole('button', { name: 'Submit prescription' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Submit prescription' }));
  await waitFor(() => expect(handed).toMatchObject([{ id: '8', version: 3, submit: true }]));
  await waitFor(() => expect(said).toContain('Prescription RX8 was resubmitted and waits for review.'));
  expect(await screen.findByRole('region', { name: 'Prescription RX8' })).toBeVisible();
  expect(asked('listPrescriptions').length).toBeGreaterThan(1);
});

test('a rejected prescription of a running consultation is corrected in the cloud room', async () => {
  const running = [{ ...order('o1', 'Anna Weder'), status: 20 }];
  openScreen(<PrescriptionRecord />, {
    path: '/prescriptionRecord?id=8',
    answers: shelf(rejected).answers,
    running,
  });
  expect(await screen.findByRole('link', { name: 'Edit and resubmit' })).toHaveAttribute(
    'href',
    '/cloudRoom?order=o1&tab=prescription',
  );
});

test('an approved prescription is repeated in the running consultation with its patient', async () => {
  const approved = rx('8', 'Anna Weder', { status: 20, auditStatus: 2 });
  const running = [{ ...order('o2', 'Anna Weder', { status: 20 }), patient: approved.patient }];
  const { user, address, drafts } = openScreen(<PrescriptionRecord />, {
    path: '/prescriptionRecord?id=8',
    answers: shelf(approved).answers,
    running,
  });
  await user.click(await screen.findByRole('button', { name: 'Repeat as new' }));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=o2&tab=prescription'));
  expect(drafts.all()).toContainEqual([
    'prescription:o2',
    expect.objectContaining({ editing: null, lines: [expect.objectContaining({ onceDose: 120 })] }),
  ]);
});

test('a repeat asks in which of two running consultations, and leaves the diagnoses to the record there', async () => {
  const approved = rx('8', 'Anna Weder', { status: 20, auditStatus: 2 });
  const running = ['Cough', 'Back pain'].map((chiefComplaint, index) => ({
    ...order(`o${index + 2}`, 'Anna Weder', { status: 20, chiefComplaint }),
    patient: approved.patient,
  }));
  const { user, address, drafts } = openScreen(<PrescriptionRecord />, {
    path: '/prescriptionRecord?id=8',
    answers: shelf(approved).answers,
    running,
  });
  const where = await screen.findByRole('group', { name: 'Repeat in which consultation?' });
  await user.click(within(where).getByRole('button', { name: /^Back pain/ }));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=o3&tab=prescription'));
  const repeated = { editing: null, diagnosisList: [], lines: [expect.objectContaining({ onceDose: 120 })] };
  const written = drafts.all().filter(([, value]) => value);
  expect(written).toEqual([['prescription:o3', expect.objectContaining(repeated)]]);
});

test('without a consultation of the patient it says when a prescription can be repeated', async () => {
  open([rx('8', 'Anna Weder', { status: 20, auditStatus: 2 })], { path: '/prescriptionRecord?id=8' });
  expect(await screen.findByText('You can repeat it while a consultation with this patient is running.')).toBeVisible();
});

test('a reviewer’s decision appears without a reload', async () => {
  const { stock, inbox } = open([rx('1', 'Zhang San')], { path: '/prescriptionRecord?id=1' });
  await screen.findByText('Carbocisteine syrup');
  stock.set('1', rx('1', 'Zhang San', { status: 20, auditStatus: 2, version: 4 }));
  (inbox.inbox.applied$ as Subject<Applied>).next({
    conversationId: 'c1' as Applied['conversationId'],
    event: { kind: 'prescription' } as ConversationEvent,
  });
  expect(await within(screen.getByRole('region', { name: 'Prescription RX1' })).findByText('Approved')).toBeVisible();
  expect(within(await screen.findByRole('table')).getByText('Approved')).toBeVisible();
});

test('a prescription that fails to load says so in its place, and the list still works', async () => {
  open([rejected], { path: '/prescriptionRecord?id=nope' });
  expect(await screen.findByText('This could not be loaded')).toBeVisible();
  expect(screen.getByRole('table', { name: 'Prescriptions' })).toBeVisible();
});

test('a URL with an invalid id opens only the list', async () => {
  const { asked } = open([rejected], { path: '/prescriptionRecord?id=not%20an%20id' });
  expect(await screen.findByRole('table', { name: 'Prescriptions' })).toBeVisible();
  expect(screen.queryByText('This could not be loaded')).toBeNull();
  expect(asked('getPrescription')).toEqual([]);
});

test('no prescriptions and no matches have different texts', async () => {
  const { unmount } = open([]);
  expect(await screen.findByText('No prescription yet')).toBeVisible();
  unmount();
  open([rejected], { path: '/prescriptionRecord?keyword=Nobody' });
  expect(await screen.findByText('No prescription fits')).toBeVisible();
});

test('the list is exported as CSV; a page that fails exports nothing and says why', async () => {
  const files = downloads();
  let isBroken = false;
  const listPrescriptions = () => {
    if (isBroken) throw new Refused(500, 'The platform is busy.');
    return { list: [rejected], total: 1 };
  };
  const { user, said, tellFailures } = open([rejected], { answers: { listPrescriptions } });
  tellFailures();
  await screen.findByRole('table', { name: 'Prescriptions' });
  const exports = () => user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await exports();
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.content).toContain('RX8,Anna Weder');
  isBroken = true;
  await exports();
  await waitFor(() => expect(said.at(-1)).toBe('Nothing was exported: The platform is busy.'));
  expect(files).toHaveLength(1);
});
