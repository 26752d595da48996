import { act, screen, waitFor, within } from '@testing-library/react';
import { type BehaviorSubject, of, Subject, Subscription } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { Code } from '../../../contract/envelope.ts';
import type { OpenQuestion } from '../../../contract/extension/reviewQuestions.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { openQuestionServices } from '../../../src/compose/app/questionServices.ts';
import { answerDraftKey } from '../../../src/domain/drafts.ts';
import { loadTexts } from '../../../src/locales/i18n.ts';
import type { AlertServices } from '../../../src/screens/app/app.ts';
import { QuestionCards } from '../../../src/screens/questions/QuestionCards.tsx';
import { QuestionNotices } from '../../../src/screens/questions/QuestionNotices.tsx';
import type { TabChannel } from '../../../src/services/crossTab.ts';
import { createDraftBook, type DraftMessage, type SearchedDrafts } from '../../../src/services/draftBook.ts';
import { createMemoryVault } from '../../../src/services/openVault.ts';
import type { Vault } from '../../../src/services/vault.ts';
import { fakeApp, order, Refused } from '../../support/fakeApp.tsx';
import { askedFinding, openQuestion } from '../../support/questions.ts';
import { fillIn, show } from '../../support/render.tsx';
import { enter } from '../cloudRoom/room.tsx';

await Promise.all([loadTexts('documents'), import('../../../src/screens/questions/CardList.tsx')]);

type Given = {
  readonly questions?: OpenQuestion[];
  readonly answer?: (input: { id: string; text: string; confirms: boolean }) => unknown;
};

/** The questions of a platform that the test controls. */
function platform({ questions = [openQuestion()], answer = () => ({}) }: Given = {}) {
  const state = { questions };
  const answers = {
    openReviewQuestions: () => state.questions,
    answerReviewQuestion: (input: { id: string; text: string; confirms: boolean }) => {
      const answered = answer(input);
      state.questions = state.questions.filter(({ id }) => id !== input.id);
      return answered;
    },
  };
  return { state, answers, hints$: new Subject<unknown>() };
}

let time = 0;
const silent: TabChannel<DraftMessage> = { post: () => {}, listen: () => () => {}, close: () => {} };

/** Drafts of one window on the storage of this machine. */
const windowOn = (vault: Vault, tab: string, channel = silent): SearchedDrafts =>
  createDraftBook({ vault, channel, now: () => (time += 1), tab });

/** Drafts of two windows that are open beside each other. */
function twoWindows() {
  const vault = createMemoryVault(null);
  const messages$ = new Subject<{ readonly from: string; readonly message: DraftMessage }>();
  const channelOf = (from: string): TabChannel<DraftMessage> => ({
    post: (message) => messages$.next({ from, message }),
    listen(listener) {
      const heard = messages$.subscribe((one) => one.from !== from && listener(one.message));
      return () => heard.unsubscribe();
    },
    close: () => {},
  });
  return ['first', 'second'].map((tab) => windowOn(vault, tab, channelOf(tab))) as [SearchedDrafts, SearchedDrafts];
}

function servicesOf(
  { api }: { api: never },
  hints$: Subject<unknown>,
  drafts = windowOn(createMemoryVault(null), 'a window'),
) {
  const scope = new Subscription();
  onTestFinished(() => scope.unsubscribe());
  const [linked$, visible$] = [of(true), of(true)];
  return openQuestionServices({ api, signedApi: api, hints$, linked$, visible$, drafts }, scope);
}

async function cards(given: Given = {}, drafts?: SearchedDrafts) {
  const { state, answers, hints$ } = platform(given);
  const fake = fakeApp({ answers, running: [order('1', 'Zhang San')] });
  const services = servicesOf({ api: fake.app.api as never }, hints$, drafts);
  const shown = show(
    fake.within(
      <>
        <QuestionCards service={services} orderId={'1' as OrderId} />
        <QuestionNotices service={services} />
      </>,
    ),
  );
  const card = await screen.findByRole('article', { name: 'Pharmacist Zhou asks about prescription RX0009' });
  const sent = () => fake.calls.filter(({ name }) => name === 'answerReviewQuestion').map(({ input }) => input);
  /** The platform has new questions, and pushes that something changed. */
  const become = (questions: OpenQuestion[]) => {
    state.questions = questions;
    hints$.next(null);
  };
  return { ...shown, ...fake, card: within(card), sent, become };
}

const field = () => screen.getByRole('textbox', { name: 'Your answer' });
const button = (name: string) => screen.getByRole('button', { name });

test('a question shows what is asked, its wait and the validity, and is answered in place', async () => {
  const { user, card, sent, said } = await cards();
  expect(card.getByText('Is 500 mg meant?')).toBeVisible();
  expect(card.getByText(/waiting 2 min · valid until/)).toBeVisible();
  expect(button('Send the answer')).toBeDisabled();
  await fillIn(user, field(), 'Yes, 500 mg.');
  await user.click(button('Send the answer'));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(sent()).toEqual([{ id: '71', text: 'Yes, 500 mg.', confirms: false }]);
  await waitFor(() => expect(said).toContain('Your answer to Pharmacist Zhou was sent.'));
});

test('Ctrl+Enter sends the answer', async () => {
  const { user, sent } = await cards();
  await user.type(field(), 'Yes.{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent()).toEqual([{ id: '71', text: 'Yes.', confirms: false }]));
});

test('once an answer is sent, what another window had typed differently is shown at once', async () => {
  const [here, there] = twoWindows();
  const { user, sent } = await cards({}, here);
  await user.type(field(), 'Yes.');
  there.write(answerDraftKey(openQuestion().id), { text: 'No, 250 mg', question: openQuestion() });
  expect(field()).toHaveValue('Yes.');
  await user.click(button('Send the answer'));
  expect(await screen.findByText('No, 250 mg')).toBeVisible();
  expect(sent()).toEqual([{ id: '71', text: 'Yes.', confirms: false }]);
});

test('what a doctor has typed is there after a reload, and gone once it was sent', async () => {
  const vault = createMemoryVault(null);
  const first = await cards({}, windowOn(vault, 'before'));
  await first.user.type(field(), 'Yes, but');
  first.unmount();
  const { user } = await cards({}, windowOn(vault, 'after'));
  expect(field()).toHaveValue('Yes, but');
  await user.click(button('Send the answer'));
  await waitFor(async () => expect(await vault.all('draft', z.unknown())).toEqual([]));
});

test('a finding is confirmed with a signature and without words, or answered without confirming', async () => {
  const { user, sent, card } = await cards({ questions: [openQuestion({ finding: askedFinding, text: '' })] });
  expect(card.getByText('Please confirm this finding.')).toBeVisible();
  expect(card.getByText('Your reason: Travels abroad')).toBeVisible();
  expect(button('Answer without confirming')).toBeDisabled();
  await user.click(button('Confirm and sign'));
  await waitFor(() => expect(sent()).toEqual([{ id: '71', text: '', confirms: true }]));
});

test('a confirmation with a blank is refused at its field', async () => {
  const { user, sent } = await cards({ questions: [openQuestion({ finding: askedFinding, text: '' })] });
  await fillIn(user, field(), 'Until ____');
  await user.click(button('Confirm and sign'));
  expect(field()).toHaveAccessibleDescription(/Fill in or delete “____”/);
  expect(sent()).toEqual([]);
  await user.clear(field());
  await fillIn(user, field(), 'Until May');
  await user.click(button('Confirm and sign'));
  await waitFor(() => expect(sent()).toEqual([{ id: '71', text: 'Until May', confirms: true }]));
});

test('a question that is closed while the doctor writes keeps the text until it is dismissed', async () => {
  const { user, become, sent } = await cards();
  await user.type(field(), 'Yes, 500');
  become([]);
  expect(await screen.findByText('This question no longer waits for an answer')).toBeVisible();
  expect(screen.getByText('Yes, 500')).toBeVisible();
  await user.click(button('Dismiss'));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(sent()).toEqual([]);
});

test('what one window had typed when another one answered is there after a reload, until it is dismissed', async () => {
  const vault = createMemoryVault(null);
  const first = await cards({}, windowOn(vault, 'before'));
  await first.user.type(field(), 'No, 250 mg');
  first.become([]);
  expect(await screen.findByText('This question no longer waits for an answer')).toBeVisible();
  expect(screen.getByText('No, 250 mg')).toBeVisible();
  first.unmount();
  const { user } = await cards({ questions: [] }, windowOn(vault, 'after'));
  expect(screen.getByText('This question no longer waits for an answer')).toBeVisible();
  expect(screen.getByText('No, 250 mg')).toBeVisible();
  await user.click(button('Dismiss'));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(await vault.all('draft', z.unknown())).toEqual([]);
});

test('an answer that another window took over and sent as it was is not shown as kept', async () => {
  const [first, second] = twoWindows();
  const { user, become } = await cards({}, first);
  await fillIn(user, field(), 'Yes, 500 mg.');
  const other = platform();
  const services = servicesOf({ api: fakeApp({ answers: other.answers }).app.api as never }, other.hints$, second);
  await waitFor(() => expect(services.cards$.value[0]?.entry.getSnapshot().context.text).toBe('Yes, 500 mg.'));
  act(() => become([]));
  await screen.findByText(/Yes, 500 mg\./);
  act(() => services.cards$.value[0]?.entry.send({ type: 'sending.requested', confirms: false }));
  await waitFor(() => expect(screen.queryByText(/Yes, 500 mg\./)).toBeNull());
  expect(screen.queryByRole('article')).toBeNull();
});

test('the texts of several windows are shown one after the other, and none of them is lost', async () => {
  const vault = createMemoryVault(null);
  const question = openQuestion();
  const key = answerDraftKey(question.id);
  const copy = (tab: string, text: string, savedAt: number) => ({ value: { text, question }, savedAt, tab });
  await vault.put('draft', key, { ...copy('two', 'No, 250 mg', 2), others: [copy('one', 'Yes, 500 mg', 1)] });
  const { user } = await cards({ questions: [] }, windowOn(vault, 'after'));
  expect(await screen.findByText('No, 250 mg')).toBeVisible();
  await user.click(button('Dismiss'));
  expect(await screen.findByText('Yes, 500 mg')).toBeVisible();
  await user.click(button('Dismiss'));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

test('a question that is closed before anything was written goes without a word', async () => {
  const { become } = await cards();
  become([]);
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

test('an answer that comes too late says why, and its text stays', async () => {
  const late = () => {
    throw new Refused(Code.questionClosed, 'The prescription was decided');
  };
  const { user } = await cards({ answer: late });
  await user.type(field(), 'Yes.');
  await user.click(button('Send the answer'));
  expect(await screen.findByText('The prescription was decided')).toBeVisible();
  expect(screen.getByText('Yes.')).toBeVisible();
});

test('a refused answer is explained at the field and can be sent again', async () => {
  let times = 0;
  const answer = () => {
    times += 1;
    if (times === 1) throw new Refused(Code.signingLocked, 'Enter your password before signing');
    return {};
  };
  const { user, sent } = await cards({ questions: [openQuestion({ finding: askedFinding })], answer });
  await user.click(button('Confirm and sign'));
  expect(await screen.findByText('Enter your password before signing')).toBeVisible();
  await user.click(button('Confirm and sign'));
  await waitFor(() => expect(sent()).toHaveLength(2));
});

test('a notice leads to a question whose pane is not open', async () => {
  const { said } = await cards();
  expect(said).toEqual(['A reviewer asks about the prescription of Zhang San']);
});

/** A cloud room with two open panes; a reviewer asks about the first patient's prescription. */
async function roomWithQuestion() {
  const { answers, hints$ } = platform();
  const orders = [order('1', 'Zhang San'), order('2', 'Li Si')];
  const room = enter({ running: orders, answers });
  const services = servicesOf({ api: room.app.api as never }, hints$);
  const alerts$ = room.app.alerts$ as BehaviorSubject<Pick<AlertServices, 'questions'> | null>;
  alerts$.next({ questions: { ...services, Cards: QuestionCards } });
  for (const { patient } of orders)
    await room.user.click(room.chats().getByRole('button', { name: new RegExp(`^${patient.name}`) }));
  return room;
}

test('the card is in the chat column of its own consultation only', async () => {
  const room = await roomWithQuestion();
  const name = 'Pharmacist Zhou asks about prescription RX0009';
  expect(await (await room.inPane('Zhang San')).findByRole('article', { name })).toBeVisible();
  expect((await room.inPane('Li Si')).queryByRole('article', { name })).toBeNull();
});

test('below a panel that covers the chat a bar says that a question waits; one press opens it', async () => {
  const room = await roomWithQuestion();
  const pane = await room.inPane('Zhang San');
  await room.user.click(pane.getByRole('tab', { name: 'History' }));
  const bar = await pane.findByText('Pharmacist Zhou asks about prescription RX0009');
  expect(bar.closest('[inert]')).toBeNull();
  expect(pane.queryByRole('article')).toBeNull();
  await room.user.click(pane.getByRole('button', { name: 'Answer' }));
  const answer = pane.getByRole('textbox', { name: 'Your answer' });
  expect(answer).toHaveFocus();
  await room.user.keyboard('Yes, but{Escape}');
  expect(pane.getByRole('button', { name: 'Answer' })).toHaveFocus();
  await room.user.keyboard('{Enter} 500 mg');
  expect(pane.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Yes, but 500 mg');
  expect(pane.getByRole('tabpanel', { name: 'History' })).toBeVisible();
  await room.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(pane.getByRole('tabpanel', { name: 'History' })).toHaveFocus());
  expect(pane.queryByText(/asks about prescription/)).toBeNull();
});
