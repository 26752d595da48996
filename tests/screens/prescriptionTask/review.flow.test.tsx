import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { PrescriptionReview } from '../../../src/screens/prescriptionTask/PrescriptionReview.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { createMemoryDrafts, item } from '../../support/fakeReviewer.ts';
import { rx } from '../../support/prescriptionsOf.ts';
import { fillIn } from '../../support/render.tsx';
import { reviewing, reviewScreen, verifications } from '../../support/reviewScreen.tsx';

const wang = item('1', 'Wang Min');
const li = item('2', 'Li Qiang');

async function ticksAll(user: UserEvent) {
  for (const box of within(await verifications()).getAllByRole('checkbox'))
    if (!(box as HTMLInputElement).checked) await user.click(box);
}

test('checks proven by data are ticked; approving with open checks counts them and focuses the first', async () => {
  const { user, sent } = await reviewing();
  const boxes = within(await verifications());
  expect(boxes.getByRole('checkbox', { name: /^Name/ })).toBeChecked();
  expect(boxes.getByRole('checkbox', { name: 'Department' })).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(boxes.getByRole('alert')).toHaveTextContent('4 verifications are still open.');
  expect(boxes.getByRole('checkbox', { name: 'Department' })).toHaveFocus();
  expect(sent('approveAudit')).toEqual([]);
});

test('an approval is sent with the lease, and the screen returns to the queue', async () => {
  const { user, sent, said } = await reviewing();
  await ticksAll(user);
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'All well');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(said).toEqual(['RX1 was approved.']));
  expect(screen.queryByRole('region', { name: 'Review of RX1' })).toBeNull();
  expect(sent('approveAudit')).toMatchObject([{ id: '1', leaseId: 'lease-1', version: 3, remark: 'All well' }]);
  const [{ checklist = [] } = {}] = sent('approveAudit') as { checklist?: { ok: boolean }[] }[];
  expect(checklist.map(({ ok }) => ok)).toEqual(Array(10).fill(true));
});

test('a comment with a blank is not signed by an approval: the blank is selected', async () => {
  const { user, sent } = await reviewing();
  await ticksAll(user);
  const comment = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await user.type(comment, 'Again in __ days');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(comment).toHaveAccessibleDescription(/Fill in or delete “__”/);
  expect(comment).toHaveFocus();
  expect(comment.value.slice(comment.selectionStart, comment.selectionEnd)).toBe('__');
  expect(sent('approveAudit')).toEqual([]);
  await user.keyboard('3');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(sent('approveAudit')).toMatchObject([{ remark: 'Again in 3 days' }]));
});

test('A approves and R focuses the reasons, but not in text fields', async () => {
  const { user, sent, said } = await reviewing();
  await ticksAll(user);
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'a r');
  expect(sent('approveAudit')).toEqual([]);
  screen.getByRole('heading', { name: 'RX1' }).focus();
  await user.keyboard('r');
  expect(screen.getByRole('checkbox', { name: 'Does not fit the diagnosis' })).toHaveFocus();
  screen.getByRole('heading', { name: 'RX1' }).focus();
  await user.keyboard('a');
  await waitFor(() => expect(said).toEqual(['RX1 was approved.']));
});

test('a rejection needs a reason and a comment for the doctor', async () => {
  const { user, sent, said } = await reviewing();
  await verifications();
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  const reasons = screen.getByRole('group', { name: 'Reasons for rejecting' });
  expect(reasons).toHaveAccessibleDescription('Choose at least one reason.');
  await user.click(screen.getByRole('checkbox', { name: 'Dose not right' }));
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  const comment = screen.getByRole('textbox', { name: 'Comment' });
  expect(comment).toHaveFocus();
  expect(comment).toBeInvalid();
  await fillIn(user, comment, 'Half of it is enough');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(said).toEqual(['RX1 was rejected.']));
  expect(sent('rejectAudit')).toMatchObject([{ reasonCodes: ['dosage'], remark: 'Half of it is enough' }]);
});

test('R leads to the reasons, then to the comment, and Ctrl+Enter in it rejects', async () => {
  const { user, sent } = await reviewing();
  await verifications();
  await user.keyboard('r ');
  await user.keyboard('r');
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveFocus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.getByText('Write down what has to change.')).toBeVisible();
  await user.keyboard('Half{Escape}rr the dose{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent('rejectAudit')).toMatchObject([{ remark: 'Half the dose' }]));
});

test('the reviewer marks the lines that a rejection is about', async () => {
  const { user, sent } = await reviewing();
  await verifications();
  await user.click(screen.getByRole('checkbox', { name: 'Dose not right' }));
  const lines = within(screen.getByRole('group', { name: 'Lines that the doctor must change' }));
  await user.click(lines.getByRole('checkbox', { name: /^1\. Carbocisteine/ }));
  await fillIn(user, screen.getByRole('textbox', { name: 'Comment' }), 'Half of it');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(sent('rejectAudit')).toMatchObject([{ reasonCodes: ['dosage'], markedLines: [0] }]));
});

test('a prescription handed in again shows the reviewer what changed since the rejection', async () => {
  const now = rx('1', 'Li Qiang', {
    version: 3,
    logs: [{ time: 1, operator: 'Lin Yue', action: 'resubmitted' }],
  });
  const [line] = now.lines;
  if (!line) throw new Error('no line');
  const version = { diagnosisList: now.diagnosisList, advice: null, overDaysReason: null };
  const rejection = { time: 2, auditor: 'Gao Lei', reasonCodes: ['duration'], remark: 'Too long', markedLines: [0] };
  await reviewing({
    found: { rx: now },
    answers: {
      prescriptionVersions: () => [
        { ...version, version: 1, submitTime: 1, lines: [{ ...line, days: 9 }], rejection },
        { ...version, version: 3, submitTime: 3, lines: [line], rejection: null },
      ],
    },
  });
  const list = await screen.findByRole('list', { name: 'Changes since the earlier version' });
  expect(within(list).getByRole('listitem')).toHaveTextContent(/9 d.*5 d/);
  expect(screen.getByText('Too long')).toBeVisible();
});

test('a prescription held by a colleague names the colleague, and can be tried again', async () => {
  const leasedBy: Record<string, string> = { '1': 'Gao Lei' };
  const { user, inPane } = await reviewing({ leasedBy });
  expect(await inPane.findByRole('alert')).toHaveTextContent('Gao Lei is reviewing this prescription');
  delete leasedBy['1'];
  await user.click(inPane.getByRole('button', { name: 'Look again' }));
  expect(await verifications()).toBeVisible();
});

test('of a prescription that a colleague holds, the next free one can be opened', async () => {
  const { user, inPane, sent } = await reviewing({ items: [wang, li], leasedBy: { '1': 'Gao Lei' } });
  expect(await inPane.findByRole('alert')).toHaveTextContent('Gao Lei is reviewing this prescription');
  await user.click(inPane.getByRole('button', { name: 'Open the next free one' }));
  expect(await screen.findByRole('region', { name: 'Review of RX2' })).toBeVisible();
  expect(sent('claimAudit')).toMatchObject([{ id: '1' }, { id: '2' }]);
  expect(sent('releaseAudit')).toEqual([]);
});

test('without another free prescription the queue is shown, and says so', async () => {
  const { user, inPane, said } = await reviewing({ leasedBy: { '1': 'Gao Lei' } });
  await user.click(await inPane.findByRole('button', { name: 'Open the next free one' }));
  await waitFor(() => expect(said).toEqual(['No other prescription is free: colleagues hold the rest.']));
  expect(screen.queryByRole('region', { name: 'Review of RX1' })).toBeNull();
});

test('text that has not reached the platform goes there before the prescription is released', async () => {
  const { user, calls } = await reviewing();
  await verifications();
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Half');
  await user.click(screen.getByRole('button', { name: 'Stop reviewing' }));
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ name: 'releaseAudit' }));
  expect(calls.at(-2)).toMatchObject({ name: 'saveReviewDraft', input: { id: '1', comment: 'Half' } });
});

test('a decision that can be undone brings the text to the platform at once', async () => {
  const answers = {
    approveAudit: () => ({ status: 10, auditStatus: 2, version: 9, effectiveAt: startOfTest + 10_000 }),
  };
  const { user, sent } = await reviewing({ answers, saveAfterMs: 600_000 });
  await ticksAll(user);
  await fillIn(user, screen.getByRole('textbox', { name: 'Comment' }), 'All well');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(sent('saveReviewDraft')).toMatchObject([{ id: '1', comment: 'All well' }]));
});

test('a text that the platform did not take says so beside the comment and is sent again by itself', async () => {
  const texts: string[] = [];
  let isReachable = false;
  const { user, said } = await reviewing({
    saveAfterMs: 5,
    answers: {
      saveReviewDraft({ comment }: { comment: string }) {
        texts.push(comment);
        return isReachable ? true : undefined;
      },
    },
  });
  await verifications();
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Half');
  const note = await screen.findByText('Not saved on the platform, kept on this device.');
  isReachable = true;
  await waitFor(() => expect(note).toBeEmptyDOMElement());
  expect([texts.at(-1), said]).toEqual(['Half', []]);
});

test('losing the lease during a decision keeps the comment, and the prescription can be taken again', async () => {
  let lost = true;
  const { user, inPane, said } = await reviewing({
    answers: {
      approveAudit: () => {
        if (lost) throw new Refused(Code.leaseLost, 'Your hold has run out');
        return { status: 20, auditStatus: 2, version: 4 };
      },
    },
  });
  await ticksAll(user);
  await fillIn(user, screen.getByRole('textbox', { name: 'Comment' }), 'Checked everything');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await inPane.findByRole('alert')).toHaveTextContent('Your hold has run out');
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Checked everything');
  lost = false;
  await user.click(inPane.getByRole('button', { name: 'Take it again' }));
  await waitFor(() => expect(inPane.queryByRole('alert')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(said).toEqual(['RX1 was approved.']));
});

test('a prescription withdrawn by its doctor says so and can no longer be decided', async () => {
  const { reviewQueue, inPane } = await reviewing();
  await verifications();
  act(() => reviewQueue.send({ type: 'prescription.cancelled', id: wang.id, message: 'Cancelled by the doctor' }));
  expect(await inPane.findByRole('alert')).toHaveTextContent('This prescription is no longer to be reviewed');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('opening the next prescription releases the first', async () => {
  const { user, sent } = await reviewing({ items: [wang, li] });
  await verifications();
  await user.click(screen.getByRole('button', { name: 'Review RX2' }));
  expect(await screen.findByRole('region', { name: 'Review of RX2' })).toBeVisible();
  expect(sent('releaseAudit')).toEqual([{ id: '1', leaseId: 'lease-1' }]);
});

test('S releases the open prescription and opens the next one', async () => {
  const { user, sent } = await reviewing({ items: [wang, li] });
  await verifications();
  await user.keyboard('s');
  expect(await screen.findByRole('region', { name: 'Review of RX2' })).toBeVisible();
  expect(sent('releaseAudit')).toEqual([{ id: '1', leaseId: 'lease-1' }]);
});

test('closing releases the prescription and focuses the queue', async () => {
  const { user, sent } = await reviewing();
  await verifications();
  await user.click(screen.getByRole('button', { name: 'Stop reviewing' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Review RX1' })).toHaveFocus());
  expect(sent('releaseAudit')).toEqual([{ id: '1', leaseId: 'lease-1' }]);
});

test('a review has its own URL', async () => {
  const { sent } = reviewScreen(<PrescriptionReview />, { items: [wang, li], path: '/prescriptionReview?id=2' });
  expect(await screen.findByRole('region', { name: 'Review of RX2' })).toBeVisible();
  expect(sent('claimAudit')).toEqual([{ id: '2', version: 3 }]);
});

/** The URL of the single review, beside the queue it leads to. */
const pages = (
  <Routes>
    <Route path="/prescriptionReview" element={<PrescriptionReview />} />
    <Route path="/prescriptionTask" element={<p>the queue</p>} />
  </Routes>
);

test('the URL without a prescription leads to the queue', async () => {
  reviewScreen(pages, { items: [wang], path: '/prescriptionReview' });
  expect(await screen.findByText('the queue')).toBeVisible();
});

test('after a decision at its own URL the next prescription opens there', async () => {
  const { user, sent } = reviewScreen(pages, {
    items: [wang, li],
    path: '/prescriptionReview?id=1',
    opensNext: true,
  });
  await ticksAll(user);
  await user.keyboard('a');
  expect(await screen.findByRole('region', { name: 'Review of RX2' })).toBeVisible();
  expect(sent('claimAudit')).toEqual([expect.objectContaining({ id: '1' }), expect.objectContaining({ id: '2' })]);
  expect(screen.queryByText('This review is closed')).toBeNull();
});

test('a review closed at its own URL stays closed', async () => {
  const { user, sent } = reviewScreen(<PrescriptionReview />, { items: [wang], path: '/prescriptionReview?id=1' });
  await verifications();
  await user.click(screen.getByRole('button', { name: 'Stop reviewing' }));
  expect(await screen.findByText('This review is closed')).toBeVisible();
  expect(sent('claimAudit')).toHaveLength(1);
});

test('the URL of a prescription that needs no review says so', () => {
  reviewScreen(<PrescriptionReview />, { items: [wang], path: '/prescriptionReview?id=77' });
  expect(screen.getByText('There is no such prescription to review')).toBeVisible();
});

const effectiveIn = (seconds: number) => () => ({
  status: 10,
  auditStatus: 1,
  version: 1,
  effectiveAt: startOfTest + seconds * 1_000,
});

test('a decision can be undone until it takes effect, and the next prescription is open meanwhile', async () => {
  const { user, sent, inPane } = await reviewing({
    items: [wang, li],
    opensNext: true,
    answers: {
      approveAudit: effectiveIn(8),
      undoDecision: () => ({ leaseId: 'lease-1', leaseUntil: startOfTest + 180_000, version: 1 }),
    },
  });
  await inPane.findByRole('article');
  await ticksAll(user);
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('region', { name: 'Review of RX2' })).toBeVisible();
  const bar = screen.getByText('RX1 approved').parentElement;
  expect(bar).toHaveTextContent('takes effect in 8 seconds');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('region', { name: 'Review of RX1' })).toBeVisible();
  expect(sent('undoDecision')).toMatchObject([{ id: '1' }]);
  expect(screen.queryByText('RX1 approved')).toBeNull();
});

test.each(['ca', 'CA'])('C confirms what has evidence, and A approves, also with Caps Lock: %s', async (keys) => {
  const whole = rx('1', 'Wang Min', { dept: 'Respiratory medicine' });
  const medicines = whole.lines.map(({ drugId }) => ({ drugId, controlType: 0, flags: {} }));
  const { user, sent, inPane } = await reviewing({ found: { rx: whole, drugs: medicines as never } });
  await inPane.findByRole('article');
  await waitFor(() => expect(document.activeElement).toHaveAttribute('type', 'checkbox'));
  await user.keyboard(keys);
  await waitFor(() => expect(sent('approveAudit')).toHaveLength(1));
});

test('what a colleague had written is offered, and taken over only when asked', async () => {
  const drafts = [
    {
      author: { id: '77' as never, name: 'Wu Fang' },
      comment: 'Dose?',
      reasonCodes: ['dosage' as const],
      markedLines: [0],
      updateTime: 1,
    },
  ];
  const { user, sent } = await reviewing({ found: { drafts }, saveAfterMs: 5 });
  const comment = () => screen.findByRole('textbox', { name: /Comment/ });
  expect(await screen.findByText('Wu Fang had written about this prescription')).toBeVisible();
  expect(await comment()).toHaveValue('');
  const isMarked = () =>
    within(screen.getByRole('group', { name: 'Lines that the doctor must change' })).getByRole('checkbox');
  expect(isMarked()).not.toBeChecked();
  expect(screen.getByText(/Marked: 1\. /)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Insert the text' }));
  expect(await comment()).toHaveValue('Dose?');
  expect(screen.getByRole('checkbox', { name: 'Dose not right' })).toBeChecked();
  expect(isMarked()).toBeChecked();
  await waitFor(() =>
    expect(sent('saveReviewDraft').at(-1)).toMatchObject({ comment: 'Dose?', markedLines: [0], version: 3 }),
  );
});

test('marked lines alone are a draft: they go to the platform and are offered to the next reviewer', async () => {
  const author = { id: '77' as never, name: 'Wu Fang' };
  const drafts = [{ author, comment: '', reasonCodes: [], markedLines: [0], updateTime: 1 }];
  const { user, sent } = await reviewing({ found: { drafts }, saveAfterMs: 5 });
  expect(await screen.findByText('Wu Fang had written about this prescription')).toBeVisible();
  await user.click(
    within(screen.getByRole('group', { name: 'Lines that the doctor must change' })).getByRole('checkbox'),
  );
  expect(screen.queryByText('Wu Fang had written about this prescription')).toBeNull();
  await waitFor(() => expect(sent('saveReviewDraft').at(-1)).toMatchObject({ comment: '', markedLines: [0] }));
});

test('lines that were marked in an earlier version are not marked in the edited one; the comment stays', async () => {
  const kept = createMemoryDrafts();
  kept.write('review:1' as never, { comment: 'Which?', reasonCodes: [], markedLines: [0], version: 3 });
  await reviewing({ kept, items: [item('1', 'Wang Min', { version: 4 })] });
  expect(await screen.findByRole('textbox', { name: 'Comment' })).toHaveValue('Which?');
  const lines = await screen.findByRole('group', { name: 'Lines that the doctor must change' });
  expect(within(lines).getByRole('checkbox')).not.toBeChecked();
});
