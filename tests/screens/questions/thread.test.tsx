import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { type ReviewQuestion, ReviewQuestion as Shape } from '../../../contract/extension/reviewQuestions.ts';
import type { PrescriptionId, QuestionId } from '../../../contract/ids.ts';
import { loadTexts } from '../../../src/locales/i18n.ts';
import { PrescriptionTask } from '../../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { createMemoryDrafts, item } from '../../support/fakeReviewer.ts';
import { rx } from '../../support/prescriptionsOf.ts';
import { askedFinding, openQuestion } from '../../support/questions.ts';
import { fillIn } from '../../support/render.tsx';
import { reviewScreen } from '../../support/reviewScreen.tsx';

await Promise.all([loadTexts('office'), loadTexts('documents')]);

const minute = 60_000;
const asked = (patch: Record<string, unknown> = {}) =>
  Shape.parse({ ...openQuestion(), prescriptionId: '1', version: rx('1', '').version, ...patch });
const answer = (patch: Record<string, unknown> = {}) => ({
  author: { id: '11', name: 'Lin Yue' },
  text: 'Yes, 500 mg.',
  time: startOfTest,
  confirms: false,
  signature: null,
  ...patch,
});
const { reason, ...hit } = askedFinding;
const overrides = [{ ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason }];

type Given = {
  questions?: ReviewQuestion[];
  drafts?: ReturnType<typeof createMemoryDrafts>;
  refuses?: boolean;
  change?: 'replaces' | null;
};

/** A reviewer with the prescription of Zhang San in review. */
async function reviewing({ questions = [], drafts, refuses = false, change = null }: Given = {}) {
  const state = { questions };
  const whole = rx('1', 'Zhang San');
  const [line] = whole.lines;
  const opened = reviewScreen(<PrescriptionTask />, {
    items: [item('1', 'Zhang San'), item('2', 'Li Si')],
    found: {
      rx: { ...whole, overrides: overrides.map((one) => ({ ...one, change })), lines: line ? [line] : [] },
      ruleHits: [{ ...hit, params: { ...hit.params } }],
    },
    ...(drafts ? { kept: drafts } : {}),
    answers: {
      listReviewQuestions: () => state.questions,
      askReviewQuestion: ({ text }: { text: string }) => {
        if (refuses) throw new Refused(Code.leaseLost, 'Your hold on this prescription has ended');
        const stored = asked({ text, askTime: startOfTest });
        state.questions = [...state.questions, stored];
        return stored;
      },
    },
  });
  await opened.user.click(screen.getByRole('button', { name: 'Review RX1' }));
  /** It moves to the top with the first question. */
  const region = () => screen.findByRole('region', { name: 'Questions to the doctor' });
  const thread = async () => within(await region());
  const field = async () => (await thread()).findByRole('textbox', { name: 'Ask the doctor' });
  /** The platform has other questions, and pushes that one changed. */
  const become = (now: ReviewQuestion[], what: 'asked' | 'answered' | 'closed') => {
    state.questions = now;
    const event = { id: '71' as QuestionId, prescriptionId: '1' as PrescriptionId, orderId: '1' as never };
    act(() => opened.questionChanged$.next({ ...event, state: what, time: startOfTest }));
  };
  return { ...opened, thread, field, become };
}

test('a reviewer asks in words and sees the answer arrive', async () => {
  const { user, thread, field, sent, become } = await reviewing();
  expect((await thread()).getByRole('button', { name: 'Ask' })).toBeDisabled();
  await fillIn(user, await field(), 'Is 500 mg meant?');
  await user.click((await thread()).getByRole('button', { name: 'Ask' }));
  await waitFor(() =>
    expect(sent('askReviewQuestion')).toMatchObject([{ id: '1', text: 'Is 500 mg meant?', finding: null }]),
  );
  become([asked({ askTime: startOfTest })], 'asked');
  expect(await screen.findByText(/^Waiting for the answer/)).toBeVisible();
  expect(await field()).toHaveValue('');
  become([asked({ answer: answer() })], 'answered');
  expect(await screen.findByText('Yes, 500 mg.')).toBeVisible();
});

test('what a reviewer has typed is there after a reload', async () => {
  const drafts = createMemoryDrafts();
  const first = await reviewing({ drafts });
  await first.user.type(await first.field(), 'Is 500');
  first.unmount();
  const { field } = await reviewing({ drafts });
  expect(await field()).toHaveValue('Is 500');
});

test('once a question is asked, what another window had typed differently is there at once', async () => {
  const drafts = createMemoryDrafts();
  const drop: typeof drafts.drop = (key) => {
    drafts.drop(key);
    drafts.write(key, { text: 'And by which route?', finding: null });
  };
  const { user, thread, field, sent } = await reviewing({ drafts: { ...drafts, drop } });
  await fillIn(user, await field(), 'Is 500 mg meant?');
  await user.click((await thread()).getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(sent('askReviewQuestion')).toHaveLength(1));
  await waitFor(async () => expect(await field()).toHaveValue('And by which route?'));
});

test('a finding with the doctor’s reason is asked to be confirmed, with or without words', async () => {
  const { user, thread, sent } = await reviewing();
  await user.click(await screen.findByRole('button', { name: 'Ask the doctor to confirm' }));
  expect((await thread()).getByText('Doctor’s reason: Travels abroad')).toBeVisible();
  await user.click((await thread()).getByRole('button', { name: 'Ask for the signature' }));
  const finding = { ruleCode: 'supplyDays', lineIndex: 0, about: null };
  await waitFor(() => expect(sent('askReviewQuestion')).toMatchObject([{ text: '', finding }]));
});

test('the reason for a change of medicine is quoted with what becomes of the earlier one', async () => {
  const { user, thread } = await reviewing({ change: 'replaces' });
  await user.click(await screen.findByRole('button', { name: 'Ask the doctor to confirm' }));
  const quoted = 'Doctor’s reason: Replaces the earlier one. Travels abroad';
  expect((await thread()).getByText(quoted)).toBeVisible();
});

test('a question about a change of medicine quotes what becomes of the earlier one', async () => {
  await reviewing({ questions: [asked({ finding: { ...askedFinding, change: 'replaces' } })] });
  expect(await screen.findAllByText('Doctor’s reason: Replaces the earlier one. Travels abroad')).not.toEqual([]);
});

test('a signed confirmation stands beside its finding, and a broken one says so', async () => {
  const confirmed = (signature: string) =>
    asked({ finding: askedFinding, answer: answer({ confirms: true, text: '', signature }) });
  const { become } = await reviewing({ questions: [confirmed('valid')] });
  await waitFor(() => expect(screen.getAllByText('Confirmed, signed')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Ask the doctor to confirm' })).toBeNull();
  become([confirmed('broken')], 'answered');
  await waitFor(() => expect(screen.getAllByText('Confirmed, but the signature is broken')).toHaveLength(2));
});

test('a closed question keeps its text and says why it was closed', async () => {
  const closed = { reason: 'edited', time: startOfTest };
  const { thread } = await reviewing({ questions: [asked({ closed })] });
  expect(await screen.findByText('Is 500 mg meant?')).toBeVisible();
  expect((await thread()).getByText('Closed: the prescription was changed')).toBeVisible();
});

test('a question after the lease was lost is refused at its field, and its text stays', async () => {
  const { user, field } = await reviewing({ refuses: true });
  await user.type(await field(), 'Is 500 mg meant?{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Your hold on this prescription has ended')).toBeVisible();
  expect(await field()).toHaveValue('Is 500 mg meant?');
});

test('an answer about a prescription that is not open any more is announced with the way there', async () => {
  const { user, field, thread, sent, said, become } = await reviewing();
  await fillIn(user, await field(), 'Is 500 mg meant?');
  await user.click((await thread()).getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(sent('askReviewQuestion')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Stop reviewing' }));
  become([asked({ answer: answer() })], 'answered');
  await waitFor(() => expect(said).toContain('The doctor answered about prescription RX1'));
});

test('the queue marks a review that waits for an answer, and its clock is stopped', async () => {
  const { becomes } = await reviewing();
  const waiting = { waited: 10, askedTime: startOfTest - 4 * minute };
  act(() => becomes([item('1', 'Zhang San'), item('2', 'Li Si', waiting)]));
  const row = within(await screen.findByRole('row', { name: /Li Si/ }));
  expect(row.getAllByText('Waiting for an answer')[0]).toBeVisible();
  expect(row.getAllByText(/6 min, paused/)[0]).toBeVisible();
});
