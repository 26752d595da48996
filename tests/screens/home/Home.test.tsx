import { act, screen, within } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { Work } from '../../../src/screens/app.ts';
import { Home } from '../../../src/screens/home/Home.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { order, Refused, startOfTest, waitingOrder } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { openQuestion } from '../../support/questions.ts';

const counts = { pending: 2, passed: 5, rejected: 1, cancelled: 0, expired: 3 };
const usual = {
  getInfo: () => ({ online: true }),
  getPrescriptionNum: () => counts,
  listPrescriptions: ({ status }: { status: number }) =>
    status === 11
      ? { list: [rx('8', 'Anna Weder', { status: 11, auditStatus: 3, auditRemark: 'Check the dose.' })], total: 1 }
      : { list: [], total: 0 },
};

function openHome(options: Parameters<typeof openScreen>[1] = {}) {
  return openScreen(<Home />, { ...options, answers: { ...usual, ...options.answers } });
}

test('the doctor is greeted by name at the hospital’s time of day', async () => {
  openHome();
  expect(await screen.findByRole('heading', { name: 'Good morning, Lin Yue' })).toBeVisible();
});

test('the duty switch updates the platform and shows its state', async () => {
  const { user, asked } = openHome({ answers: { updateInfo: () => true } });
  const duty = await screen.findByRole('switch', { name: 'On duty' });
  expect(duty).toBeChecked();
  await user.click(duty);
  expect(asked('updateInfo')).toEqual([{ online: false }]);
  expect(duty).not.toBeChecked();
  expect(screen.getByText('Patients see you as away.')).toBeVisible();
});

test('a refused change of duty keeps the switch and says why', async () => {
  const { user } = openHome({
    answers: {
      updateInfo: () => {
        throw new Refused(403, 'Not now');
      },
    },
  });
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.getByRole('switch')).toBeChecked();
});

test('the day’s numbers link to what they count', async () => {
  const { container } = openHome();
  expect(await screen.findByRole('link', { name: /1\s*Prescriptions rejected/ })).toHaveAttribute(
    'href',
    '/prescriptionRecord?status=11',
  );
  const today = screen.getByRole('link', { name: /Orders today/ });
  expect(today).toHaveAttribute('href', '/orderRecord?from=2026-03-02&to=2026-03-02');
  expect(container.querySelectorAll('.home-numbers li')).toHaveLength(6);
});

test('order counts follow the stream', async () => {
  const counts$ = new BehaviorSubject<{ waiting: number } | null>(null);
  const fake = openHome();
  const work = fake.app.work$ as BehaviorSubject<Work | null>;
  work.next({ ...(work.value as Work), counts$: counts$ as unknown as Work['counts$'] });
  counts$.next({ waiting: 4 });
  expect(await screen.findByRole('link', { name: /4\s*Patients waiting/ })).toBeVisible();
  counts$.next({ waiting: 5 });
  expect(await screen.findByRole('link', { name: /5\s*Patients waiting/ })).toBeVisible();
});

test('the first eight waiting patients are shown, with the number of others', async () => {
  openHome({ waiting: Array.from({ length: 11 }, (_, n) => waitingOrder(`${n}`, `Patient ${n}`)) });
  const list = await screen.findByRole('region', { name: 'Waiting now' });
  expect(within(list).getAllByRole('button', { name: /^Accept/ })).toHaveLength(8);
  expect(within(list).getByRole('link', { name: '3 more wait' })).toHaveAttribute('href', '/cloudRoom');
});

test('accepting opens the patient in the cloud room', async () => {
  const { user, asked, address } = openHome({ waiting: [waitingOrder('1', 'Zhang San')] });
  await user.click(await screen.findByRole('button', { name: 'Accept Zhang San' }));
  expect(asked('acceptOrder')).toMatchObject([{ id: '1' }]);
  expect(address()).toBe('/cloudRoom');
});

test('a wait beyond its limit says so in words', async () => {
  openHome({ waiting: [waitingOrder('1', 'Zhang San', { overdueTime: startOfTest - 5 * 60_000 })] });
  expect(await screen.findByText('overdue 5 min')).toBeVisible();
  expect(screen.getByText(/5 min longer than the limit/)).toBeInTheDocument();
});

test('running consultations are one click away', async () => {
  openHome({ running: [order('7', 'Li Si', { status: OrderStatus.active })] });
  expect(await screen.findByRole('link', { name: 'Open Li Si in the cloud room' })).toHaveAttribute(
    'href',
    '/cloudRoom?order=7',
  );
});

test('empty lists of waiting, rejected and reviewed items have a text', async () => {
  openHome({ answers: { listPrescriptions: () => ({ list: [], total: 0 }) } });
  expect(await screen.findByText('Nobody is waiting')).toBeVisible();
  expect(await screen.findByText('Nothing was rejected')).toBeVisible();
  expect(await screen.findByText('Nothing is in review')).toBeVisible();
});

test('a rejected prescription shows the auditor’s comment and links to the prescription', async () => {
  openHome();
  const rejected = await screen.findByRole('region', { name: 'Rejected prescriptions' });
  expect(await within(rejected).findByText('Check the dose.')).toBeVisible();
  expect(within(rejected).getByRole('link', { name: 'Anna Weder' })).toHaveAttribute(
    'href',
    '/prescriptionRecord?id=8',
  );
});

test('a part that fails to load says so and can be retried, and the others still work', async () => {
  let up = false;
  const { user } = openHome({
    answers: { listPrescriptions: (input: never) => (up ? usual.listPrescriptions(input) : undefined) },
  });
  const rejected = await screen.findByRole('region', { name: 'Rejected prescriptions' });
  const retry = await within(rejected).findByRole('button', { name: 'Try again' });
  up = true;
  await user.click(retry);
  expect(await within(rejected).findByText('Check the dose.')).toBeVisible();
});

test('questions of auditors that wait for the doctor lead to their consultations', async () => {
  const { app } = openHome();
  expect(screen.queryByRole('region', { name: 'Questions of auditors' })).toBeNull();
  const open$ = new BehaviorSubject({ questions: [openQuestion()], state: 'live' });
  const alerts$ = app.alerts$ as unknown as BehaviorSubject<{ questions: object }>;
  act(() => alerts$.next({ questions: { open$ } }));
  const asked = within(await screen.findByRole('region', { name: 'Questions of auditors' }));
  expect(asked.getByRole('link', { name: 'Zhang San' })).toHaveAttribute('href', '/cloudRoom?order=1');
  expect(asked.getByText('Pharmacist Zhou · Is 500 mg meant?')).toBeVisible();
});

test('questions that could not be loaded say so and can be loaded again', async () => {
  const { app, user } = openHome();
  const open$ = new BehaviorSubject({ questions: [] as object[], state: 'failed' });
  const refresh = () => open$.next({ questions: [openQuestion()], state: 'live' });
  const alerts$ = app.alerts$ as unknown as BehaviorSubject<{ questions: object }>;
  act(() => alerts$.next({ questions: { open$, refresh } }));
  const failed = (await screen.findByText('Questions of auditors could not be loaded.')).closest('[data-tone]');
  await user.click(within(failed as HTMLElement).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Zhang San' })).toBeVisible();
});
