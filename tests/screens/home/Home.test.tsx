import { act, screen, within } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { DoctorServices } from '../../../src/screens/app/app.ts';
import { Home } from '../../../src/screens/home/Home.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { order, startOfTest, waitingOrder } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { openQuestion } from '../../support/questions.ts';

const counts = { pending: 2, passed: 5, rejected: 1, cancelled: 0, expired: 3 };
const day = (n: number, accepted: number) => ({
  day: new Date(Date.UTC(2026, 0, 2 + n)).toISOString().slice(0, 10),
  accepted,
  finished: accepted,
  prescribed: accepted * 2,
  rejected: accepted,
  waitMs: accepted === 0 ? null : accepted * 60_000,
});
/** Two accepted patients a day in the last seven days, one in the seven before, none before that. */
const trend = Array.from({ length: 60 }, (_, n) => day(n, n >= 53 ? 2 : n >= 46 ? 1 : 0));
const due = { expiring: { total: 0, list: [] as object[] }, unsigned: { total: 0, list: [] as object[] } };
const usual = {
  getOrderNum: () => ({ awaitNum: 4, processNum: 2, finishNum: 0, cancelNum: 0, todayNum: 3 }),
  workTrend: () => ({ days: trend }),
  dueWork: () => due,
  getPrescriptionNum: () => counts,
  listPrescriptions: ({ status }: { status: number }) =>
    status === 11
      ? { list: [rx('8', 'Anna Weder', { status: 11, auditStatus: 3, auditRemark: 'Check the dose.' })], total: 1 }
      : { list: [], total: 0 },
};

/** What the frame provides beside questions. */
const Place = ({ position }: { readonly position: number }) => <p>{`place ${position}`}</p>;
const frame = { duty: null, notices: { At: Place } };

function openHome(options: Parameters<typeof openScreen>[1] = {}) {
  return openScreen(<Home />, { ...options, answers: { ...usual, ...options.answers } });
}

test('the doctor is greeted by name at the hospital’s time of day', async () => {
  openHome();
  expect(await screen.findByRole('heading', { name: 'Good morning, Lin Yue' })).toBeVisible();
});

test('what patients see of the duty state stands beside the greeting', async () => {
  const { app } = openHome();
  const current$ = new BehaviorSubject({
    value: { state: 'away', message: 'Back at 14:00', source: 'schedule', time: 0 },
    state: 'live',
  });
  const alerts$ = app.alerts$ as unknown as BehaviorSubject<object>;
  act(() => alerts$.next({ ...frame, duty: { current$ } }));
  expect(await screen.findByRole('status', { name: 'Duty state' })).toHaveTextContent(
    'Patients see you as away. Back at 14:00 Set by your schedule.',
  );
});

test('notices of the hospital are at the top and in the middle', async () => {
  const { app } = openHome();
  const alerts$ = app.alerts$ as unknown as BehaviorSubject<object>;
  act(() => alerts$.next({ duty: null, notices: { At: Place } }));
  expect((await screen.findAllByText(/^place/)).map(({ textContent }) => textContent)).toEqual(['place 1', 'place 2']);
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
  const work = fake.app.work$ as BehaviorSubject<DoctorServices | null>;
  work.next({ ...(work.value as DoctorServices), counts$: counts$ as unknown as DoctorServices['counts$'] });
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

test('a rejected prescription shows the reviewer’s comment and links to the prescription', async () => {
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

test('questions of reviewers that wait for the doctor lead to their consultations', async () => {
  const { app } = openHome();
  expect(screen.queryByRole('region', { name: 'Questions of reviewers' })).toBeNull();
  const open$ = new BehaviorSubject({ questions: [openQuestion()], state: 'live' });
  const alerts$ = app.alerts$ as unknown as BehaviorSubject<{ questions: object }>;
  act(() => alerts$.next({ ...frame, questions: { open$ } }));
  const asked = within(await screen.findByRole('region', { name: 'Questions of reviewers' }));
  expect(asked.getByRole('link', { name: 'Zhang San' })).toHaveAttribute('href', '/cloudRoom?order=1');
  expect(asked.getByText('Pharmacist Zhou · Is 500 mg meant?')).toBeVisible();
});

test('questions that could not be loaded say so and can be loaded again', async () => {
  const { app, user } = openHome();
  const open$ = new BehaviorSubject({ questions: [] as object[], state: 'failed' });
  const refresh = () => open$.next({ questions: [openQuestion()], state: 'live' });
  const alerts$ = app.alerts$ as unknown as BehaviorSubject<{ questions: object }>;
  act(() => alerts$.next({ ...frame, questions: { open$, refresh } }));
  const failed = (await screen.findByText('Questions of reviewers could not be loaded.')).closest('[data-tone]');
  await user.click(within(failed as HTMLElement).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Zhang San' })).toBeVisible();
});

test('numbers that could not be loaded are dashes, and can be loaded again', async () => {
  let up = false;
  const { user } = openHome({
    answers: {
      getOrderNum: () => (up ? usual.getOrderNum() : undefined),
      getPrescriptionNum: () => (up ? counts : undefined),
    },
  });
  const failed = (await screen.findByText('Some numbers could not be loaded.')).closest('[data-tone]') as HTMLElement;
  expect(screen.getByRole('link', { name: /–\s*Patients waiting/ })).toBeVisible();
  up = true;
  await user.click(within(failed).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /4\s*Patients waiting/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: /1\s*Prescriptions rejected/ })).toBeVisible();
  expect(screen.queryByText('Some numbers could not be loaded.')).toBeNull();
});

test('the trend compares the last 7 days with the 7 before in words, and has its data as a table', async () => {
  openHome();
  const shown = within(await screen.findByRole('figure', { name: 'Consultations' }));
  expect(shown.getByText('14 in 7 days, 7 more than in the 7 days before.')).toBeVisible();
  const rows = shown.getAllByRole('row', { hidden: true });
  expect(rows).toHaveLength(8);
  expect(rows.at(-1)).toHaveTextContent('2026-03-0222');
  const waits = within(screen.getByRole('figure', { name: 'Waiting time of accepted patients' }));
  expect(waits.getByText('On a typical day half of the patients waited 2 min or less.')).toBeVisible();
});

test('the trend can show 30 days, which is kept for the person', async () => {
  const { user, app } = openHome();
  await screen.findByRole('figure', { name: 'Consultations' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 30 days');
  const shown = within(screen.getByRole('figure', { name: 'Prescriptions' }));
  expect(shown.getByText('42 in 30 days, 42 more than in the 30 days before.')).toBeVisible();
  expect(app.settings.current$.value).toMatchObject({ 'home.trendDays': 30 });
});

test('a trend without work says so, and one that failed can be loaded again', async () => {
  let up = false;
  const { user } = openHome({
    answers: { workTrend: () => (up ? { days: trend.map(({ day: on }) => ({ ...day(0, 0), day: on })) } : undefined) },
  });
  const part = within(await screen.findByRole('region', { name: 'Your work' }));
  const retry = await part.findByRole('button', { name: 'Try again' });
  up = true;
  await user.click(retry);
  expect(await part.findByText('No work in this period')).toBeVisible();
});

test('records to sign and prescriptions that expire soon lead to their place', async () => {
  const { patient } = rx('5', 'Anna Weder');
  const hour = 3_600_000;
  openHome({
    answers: {
      dueWork: () => ({
        unsigned: {
          total: 12,
          list: [{ orderId: '7', orderNo: 'C7', patient, endTime: startOfTest, signUntil: startOfTest + 5 * hour }],
        },
        expiring: {
          total: 1,
          list: [{ id: '9', prescriptionNo: 'RX9', patient, status: 20, expireTime: startOfTest + 2 * hour }],
        },
      }),
    },
  });
  const records = within(await screen.findByRole('region', { name: 'Records to sign' }));
  expect(records.getByRole('link', { name: 'Anna Weder' })).toHaveAttribute('href', '/cloudRoom?order=7');
  expect(records.getByText(/^closes in 5/)).toBeVisible();
  expect(records.getByText('11 more are less urgent.')).toBeVisible();
  const expiring = within(screen.getByRole('region', { name: 'Prescriptions that expire soon' }));
  expect(expiring.getByRole('link', { name: 'Anna Weder' })).toHaveAttribute('href', '/prescriptionRecord?id=9');
  expect(expiring.getByText('Approved · RX9')).toBeVisible();
});
