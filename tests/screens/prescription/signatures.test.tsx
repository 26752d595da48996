import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Rx } from '../../../contract/http/prescription.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { OpenRx, PrintRx } from '../../../src/screens/prescription/OpenRx.tsx';
import { PrescriptionSheet } from '../../../src/screens/prescription/PrescriptionSheet.tsx';
import { RxState } from '../../../src/screens/prescription/RxState.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { startOfTest } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';

type Signature = NonNullable<Rx['signatures']>[number];

const signed = (reviewer: Signature['state'] = 'valid'): Partial<Rx> => ({
  status: 20,
  auditStatus: 2,
  expireTime: startOfTest + 86_400_000,
  verifyCode: 'abcdefghijklmnopqrstuv',
  signatures: [
    { role: 'doctor', name: 'Ann Lee', title: 'Chief physician', time: startOfTest, state: 'valid' },
    { role: 'auditor', name: 'Gao Lei', dept: 'Pharmacy', time: startOfTest, state: reviewer },
  ],
});

/** The paper that the browser's print command prints. */
function printedPaper(): HTMLElement {
  fireEvent(window, new Event('beforeprint'));
  const sheet = document.querySelector<HTMLElement>('.print-sheet');
  if (!sheet) throw new Error('no paper');
  return sheet;
}

const endPrinting = () => fireEvent(window, new Event('afterprint'));

const ways: [string, (one: Rx) => React.ReactElement][] = [
  ['as issued and for the auditor', (one) => <OpenRx rx={one} />],
  ['in the list of prescriptions and in the archive', (one) => <PrescriptionSheet rx={one} />],
];

test.each(ways)('a prescription shown %s names its signers, the time and that they are valid', async (_, draw) => {
  openScreen(draw(rx('7', 'Wang Min', signed())), { path: '/' });
  const list = await screen.findByRole('list', { name: 'Electronic signatures' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Doctor Ann Lee, Chief physician, .*\d\d:\d\d: signature valid$/),
    expect.stringMatching(/^Reviewer Gao Lei, Pharmacy, .*\d\d:\d\d: signature valid$/),
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(ways)('a prescription shown %s says that an old signature has no title', async (_, draw) => {
  const signatures = [{ role: 'doctor', name: 'Ann Lee', time: startOfTest, state: 'valid' }] as const;
  openScreen(draw(rx('7', 'Wang Min', { ...signed(), signatures: [...signatures] })), { path: '/' });
  const list = await screen.findByRole('list', { name: 'Electronic signatures' });
  expect(list).toHaveTextContent('Ann Lee (title and department at the signature not recorded), ');
});

test.each(ways)('a prescription shown %s explains packs that do not divide into doses', async (_, draw) => {
  const one = rx('7', 'Wang Min', signed());
  const lines = one.lines.map((line) => ({ ...line, minUnit: 'ml', packRest: { doses: 3, rest: '1' } }));
  openScreen(draw({ ...one, lines }), { path: '/' });
  expect(await screen.findByText(/A pack holds 3 whole doses; the 1\s?ml left goes into the next one/)).toBeVisible();
});

test.each([
  ['en', 'What is stored of this medicine cannot be read'],
  ['zh-CN', '此药品的存储内容无法读取'],
] as const)(
  'an unreadable line is named in %s, without dose and quantity, on the sheet and on paper',
  async (language, text) => {
    await setLanguage(language);
    onTestFinished(() => setLanguage('en'));
    const one = rx('7', 'Wang Min', signed());
    const lines = one.lines.map((line) => ({ ...line, onceDose: 777, quantity: 888, unreadable: true }));
    for (const [, draw] of ways) {
      const { unmount } = openScreen(draw({ ...one, lines }), { path: '/' });
      expect((await screen.findAllByText((shown) => shown.includes(text)))[0]).toBeVisible();
      expect(document.body).not.toHaveTextContent(/777|888/);
      unmount();
    }
  },
);

test.each(ways)('a broken signature shown %s is a refusal that says what to do', async (_, draw) => {
  openScreen(draw(rx('7', 'Wang Min', signed('broken'))), { path: '/' });
  expect(await screen.findByRole('alert')).toHaveTextContent(/not what was signed.*Do not dispense, approve or rely/);
  expect(screen.getByText('signature BROKEN')).toBeVisible();
});

test('an approved prescription that was changed after signing is not said to be in force', async () => {
  openScreen(<RxState rx={rx('7', 'Wang Min', signed('broken'))} />, { path: '/' });
  expect(await screen.findByText('Not valid: changed after signing')).toBeVisible();
  expect(screen.queryByText(/in force|Valid until/)).toBeNull();
});

test('a patient who denied allergies is said to have none in the language of the reader', async () => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage('zh-CN');
  const one = rx('7', 'Wang Min', signed());
  openScreen(<OpenRx rx={{ ...one, patient: { ...one.patient, allergy: 'No known allergies' } }} />, { path: '/' });
  expect(await screen.findByText(/否认药物过敏史/)).toBeVisible();
});

test('a prescription without a signature says so', async () => {
  openScreen(<OpenRx rx={rx('7', 'Wang Min')} />, { path: '/' });
  expect(await screen.findByText('No electronic signature')).toBeVisible();
});

test('the open prescription is printed with the code of the public check, and a broken one as not valid', async () => {
  openScreen(<OpenRx rx={rx('7', 'Wang Min', signed())} />, { path: '/' });
  await screen.findByText('signature valid', { exact: false, selector: 'li:first-child b' });
  // Nothing has to be loaded after the paper is open.
  expect(printedPaper()).toHaveTextContent('Wang Min');
  endPrinting();
  await waitFor(() => {
    const sheet = within(printedPaper());
    expect(
      sheet.getByRole('img', { name: /QR code.*\/verify#code=abcdefghijklmnopqrstuv$/, hidden: true }),
    ).toBeInTheDocument();
    expect(sheet.getByText(/Valid until/)).toBeInTheDocument();
    endPrinting();
  });
  expect(document.querySelector('.print-sheet')).toBeNull();
});

test('a button prints its own prescription, whichever is open', async () => {
  const before = window.print;
  let count = 0;
  window.print = () => {
    count += 1;
  };
  onTestFinished(() => {
    window.print = before;
  });
  const { user } = openScreen(
    <>
      <PrintRx rx={rx('8', 'Li Si', signed('broken'))} among />
      <OpenRx rx={rx('7', 'Wang Min', signed())} />
    </>,
    { path: '/' },
  );
  await user.click(await screen.findByRole('button', { name: 'Print prescription RX8' }));
  await waitFor(() => expect(count).toBe(1));
  expect(printedPaper()).toHaveTextContent(/Li Si.*Not valid: changed after signing/);
  endPrinting();
  expect(printedPaper()).toHaveTextContent('Wang Min');
  endPrinting();
});
