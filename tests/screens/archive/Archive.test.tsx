import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MessageId } from '../../../contract/ids.ts';
import { type ImMessage, MessageType, SenderType } from '../../../contract/im.ts';
import { draftKey } from '../../../src/domain/drafts.ts';
import { emptyRecord } from '../../../src/domain/record.ts';
import { Archive } from '../../../src/screens/archive/Archive.tsx';
import { Keyboard } from '../../../src/screens/keyboard/Keyboard.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { startOfTest } from '../../support/fakeApp.tsx';
import { documentAnswers, finishedOrder } from '../../support/finishedOrder.ts';

const finished = {
  ...finishedOrder,
  doctorName: 'Lin Yue',
  logs: [
    { time: startOfTest, operator: 'Lin Yue', action: 'finish' },
    { time: startOfTest, operator: 'Zhang San', action: 'rate' },
  ],
};

const message = (seq: number): ImMessage => ({
  id: `m${seq}` as MessageId,
  seq,
  conversationId: finished.conversationId,
  orderId: finished.id,
  senderId: '1',
  senderType: seq % 2 ? SenderType.patient : SenderType.doctor,
  status: 0,
  type: MessageType.text,
  content: JSON.stringify({ content: `line ${seq}` }),
  sendTime: startOfTest + seq * 60_000,
});

/** A conversation with `length` messages on a connection that can be cut. */
function conversation(length: number) {
  const line = { up: true };
  const queryImMessages = ({ beforeSeq, limit }: { beforeSeq: number; limit: number }) => {
    if (!line.up) return undefined;
    const last = Math.min(length, beforeSeq - 1);
    const first = Math.max(1, last - limit + 1);
    const list = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => message(first + at));
    return { list, total: length, headSeq: length, events: [], coveredTo: 0 };
  };
  return { line, queryImMessages };
}

const open = (answers: object = {}, path = '/cloudRoom/detail1?id=1') =>
  openScreen(
    <Keyboard goTo={{}}>
      <Archive />
    </Keyboard>,
    {
      path,
      answers: {
        orderDetail: () => finished,
        ...documentAnswers,
        queryImMessages: conversation(3).queryImMessages,
        ...answers,
      },
    },
  );

test('a finished consultation shows messages, record, prescriptions and events', async () => {
  open();
  const log = await screen.findByRole('log', { name: 'Conversation with Zhang San' });
  expect(await within(log).findByText('line 3')).toBeInTheDocument();
  const written = await screen.findByRole('region', { name: 'Medical record' });
  expect(await within(written).findByText('Came slowly')).toBeVisible();
  expect(within(written).getByText(/Tension headache \(G44\.2\)/)).toBeVisible();
  expect(within(written).getByText('Signed')).toBeVisible();
  expect(await screen.findByText('Carbocisteine syrup')).toBeVisible();
  const steps = within(screen.getByRole('region', { name: 'What happened' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringContaining('Opened · Zhang San'),
    expect.stringContaining('Finished · Lin Yue'),
    expect.stringContaining('Rated by the patient · Zhang San'),
  ]);
});

test('nothing in it counts as unread', async () => {
  const positions = { doctorReadUpTo: 1, doctorReceivedUpTo: 1, patientReadUpTo: 3, patientReceivedUpTo: 3 };
  const { queryImMessages } = conversation(3);
  open({
    queryImMessages: (asked: Parameters<typeof queryImMessages>[0]) => ({ ...queryImMessages(asked), positions }),
  });
  expect(await screen.findByText('line 3')).toBeInTheDocument();
  expect(screen.queryByText('New messages')).toBeNull();
});

test('it has no reply box', async () => {
  open();
  await screen.findByText('line 3');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('missing documents are named as missing', async () => {
  open({ getCase: () => null, orderDetail: () => ({ ...finished, prescriptionIds: [] }) });
  expect(await screen.findByText('No medical record was written.')).toBeVisible();
  expect(screen.getByText('Nothing was prescribed.')).toBeVisible();
});

test('a document that fails to load does not affect the others', async () => {
  open({ getCase: () => undefined });
  const written = await screen.findByRole('region', { name: 'Medical record' });
  expect(await within(written).findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await screen.findByText('Carbocisteine syrup')).toBeVisible();
});

test('a transcript that fails to load can be retried', async () => {
  const { line, queryImMessages } = conversation(3);
  line.up = false;
  const { user } = open({ queryImMessages });
  const transcript = await screen.findByRole('region', { name: 'Transcript' });
  const retry = await within(transcript).findByRole('button', { name: 'Try again' });
  line.up = true;
  await user.click(retry);
  expect(await screen.findByText('line 3')).toBeInTheDocument();
});

/** Records the lines on each printed page. */
function printer() {
  const papers: string[][] = [];
  const print = () => {
    fireEvent(window, new Event('beforeprint'));
    papers.push([...document.querySelectorAll('.printed-messages li')].map((line) => line.textContent ?? ''));
    fireEvent(window, new Event('afterprint'));
  };
  window.print = print;
  return { papers, print };
}

test.each(['the button', 'the keys'])(
  'printing by %s includes the whole transcript, also messages never scrolled to',
  async (by) => {
    const { papers } = printer();
    const { user } = open({ queryImMessages: conversation(230).queryImMessages });
    await screen.findByText('line 230');
    if (by === 'the button') await user.click(screen.getByRole('button', { name: 'Print' }));
    else fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP', ctrlKey: true });
    await waitFor(() => expect(papers.map(({ length }) => length)).toEqual([230]));
    expect(papers[0]?.slice(0, 2)).toEqual([
      expect.stringContaining(`${finished.patient.name}line 1`),
      expect.stringContaining('Lin Yueline 2'),
    ]);
    expect(document.querySelector('.printed-messages')).toBeNull();
  },
);

test('printing from the browser’s menu says that earlier messages are missing', async () => {
  const { papers, print } = printer();
  open({ queryImMessages: conversation(230).queryImMessages });
  await screen.findByText('line 230');
  const said: (boolean | null)[] = [];
  const note = /^Earlier messages were not loaded/;
  window.addEventListener('beforeprint', () => said.push(screen.queryByText(note) !== null), { once: true });
  print();
  expect(papers.map(({ length }) => length)).toEqual([100]);
  expect(said).toEqual([true]);
});

test('an incomplete transcript is not printed by the button', async () => {
  const { papers } = printer();
  const { line, queryImMessages } = conversation(230);
  const { user, said, tellFailures } = open({ queryImMessages });
  await screen.findByText('line 230');
  line.up = false;
  tellFailures();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(said).toEqual(['The transcript could not be loaded completely, so it was not printed.']));
  expect(papers).toEqual([]);
});

test('a consultation that cannot be read links back to the list of orders', async () => {
  open({ orderDetail: () => undefined });
  expect(await screen.findByText('This could not be loaded')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All orders' })).toHaveAttribute('href', '/orderRecord');
});

test.each(['', '?id=', '?id=not%20an%20id'])('a URL without a consultation says so (%j)', (search) => {
  open({}, `/cloudRoom/detail1${search}`);
  expect(screen.getByText('No consultation is named in this address.')).toBeVisible();
});

test('a consultation that ended without a signature offers the text that was not saved, to copy or discard', async () => {
  const { user, drafts } = open({ getCase: () => null });
  await screen.findByText('No medical record was written.');
  drafts.leave(draftKey('record', finished.id), { fields: { ...emptyRecord, presentIllness: 'Fever' }, version: 0 });
  const text = within(await screen.findByRole('region', { name: 'Your text that was not saved' }));
  expect(text.getByText('Fever')).toBeVisible();
  expect(text.queryByRole('button', { name: 'Add as addendum' })).toBeNull();
  await user.click(text.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('Fever')).toBeNull();
});
