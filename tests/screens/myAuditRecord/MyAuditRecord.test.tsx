import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MyAuditRecord } from '../../../src/screens/myAuditRecord/MyAuditRecord.tsx';
import { auditDesk } from '../../support/auditDesk.tsx';
import { setWidth } from '../../support/doctorScreen.tsx';
import { downloads } from '../../support/downloads.ts';
import { startOfTest } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';

const decided = (id: string, name: string, decision: 'approved' | 'rejected', decisionRemark: string | null) => ({
  ...rx(id, name),
  decision,
  decisionTime: startOfTest,
  decisionRemark,
});
const all = [decided('1', 'Wang Min', 'approved', null), decided('2', 'Li Qiang', 'rejected', 'Too much')];

type Asked = { result?: number; createTimeFrom?: number };

const open = (path = '/myAuditRecord', more = {}) =>
  auditDesk(<MyAuditRecord />, {
    path,
    answers: {
      myAuditRecord: ({ result }: Asked) => {
        const list = all.filter(({ decision }) => result === undefined || (result === 2) === (decision === 'approved'));
        return { list, total: list.length };
      },
      getPrescription: ({ id }: { id: string }) => rx(id, 'Li Qiang', { status: 11, auditRemark: 'Too much' }),
      ...more,
    },
  });

const rows = async () =>
  within(await screen.findByRole('table', { name: 'My reviews' }))
    .getAllByRole('row')
    .slice(1);

test('the auditor’s decisions are listed with result and comment', async () => {
  open();
  const [first, second] = await rows();
  expect(first).toHaveTextContent(/Approved.*RX1.*Wang Min/);
  expect(second).toHaveTextContent(/Rejected.*RX2.*Li Qiang.*Too much/);
});

test('on a phone each decision is a single cell with all its data', async () => {
  setWidth(true);
  open();
  const [, second] = await rows();
  if (!second) throw new Error('two rows');
  const cells = within(second).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Li Qiang.*Rejected.*Too much.*RX2$/),
  ]);
});

test('decisions are filtered by result and day, and the URL contains the filter', async () => {
  const { user, sent } = open('/myAuditRecord?from=2026-03-01');
  await rows();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Decision' }), 'Rejected');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(sent('myAuditRecord').at(-1)).toMatchObject({
    result: 3,
    createTimeFrom: Date.parse('2026-03-01T00:00:00+08:00'),
  });
});

test('a decision opens the current state of the prescription', async () => {
  const { user } = open();
  await rows();
  await user.click(screen.getByRole('button', { name: 'Show RX2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Prescription RX2' }));
  expect(await dialog.findByText('Rejected by the auditor')).toBeVisible();
});

const alerts = {
  prescriptions: 200,
  rules: [
    {
      ruleCode: 'interaction',
      level: 'warn',
      findings: 30,
      prescriptions: 25,
      overridden: 30,
      refused: 10,
      rejected: 3,
    },
    { ruleCode: 'allergy', level: 'block', findings: 0, prescriptions: 0, overridden: 0, refused: 4, rejected: 0 },
  ],
  settings: {
    maxDrugs: 5,
    supplyDays: { ordinary: 7, emergency: 3, paediatric: 7, chronic: 30, longest: 84 },
    supplyCountsRest: true,
    sparePacks: 1,
    rules: [{ ruleCode: 'elder', level: 'off' }],
  },
};

test('alerts are shown by rule with their share, beside the settings that cannot be changed here', async () => {
  const { user, sent } = open('/myAuditRecord', { alertsByRule: () => alerts });
  await user.click(await screen.findByRole('button', { name: 'Alerts by rule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Alerts by rule' }));
  const row = await dialog.findByRole('row', { name: /^interactions/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Warning', '30', '20.0', '75 %', '10', '10 %']);
  expect(dialog.getByText(/cannot be changed here yet/)).toBeVisible();
  expect(dialog.getByText('suitability in old age').nextSibling).toHaveTextContent('off');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Period' }), 'Last 7 days');
  await waitFor(() => expect(sent('alertsByRule').at(-1)).toMatchObject({ days: 7 }));
});

test('a time without alerts says so', async () => {
  const { user } = open('/myAuditRecord', { alertsByRule: () => ({ ...alerts, prescriptions: 0, rules: [] }) });
  await user.click(await screen.findByRole('button', { name: 'Alerts by rule' }));
  expect(await screen.findByText('No alerts in this time')).toBeVisible();
});

test('own reviews are exported as CSV in the reader’s language', async () => {
  const files = downloads();
  const { user } = open();
  await rows();
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = ((await files[0]?.content) ?? '').split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatch(/,Rejected,RX2,Li Qiang.*,Too much$/);
});
