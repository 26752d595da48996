import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { draftKey } from '../../../src/domain/drafts.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { amoxicillin, completeDraft } from '../../support/clinical.ts';
import { order, Refused, startOfTest } from '../../support/fakeApp.tsx';
import {
  choosesAmoxicillin,
  firstLine,
  medicineSearch,
  prescriptionScreen,
  submits,
} from '../../support/prescriptionScreen.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

test('a rejection by the platform is shown at its line, and nothing is cleared', async () => {
  const { user } = prescriptionScreen({
    answers: {
      createPrescription: () => {
        const lineErrors = [{ index: 0, field: 'quantity', msg: 'Only 1 left in stock' }];
        throw new Refused(Code.prescriptionLinesRefused, 'Some lines were refused', { lineErrors, ruleHits: [] });
      },
    },
  });
  await choosesAmoxicillin(user);
  await submits(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not submitted: Some lines were refused');
  expect(firstLine().getByRole('textbox', { name: 'Quantity' })).toHaveAccessibleDescription('Only 1 left in stock');
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveValue('0.5');
});

test('a draft is saved on the platform, and the doctor is informed', async () => {
  const { user, platform, said } = prescriptionScreen();
  await choosesAmoxicillin(user);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(said).toEqual(['Draft saved.']));
  expect(platform.sent.map(({ submit }) => submit)).toEqual([false]);
  expect(firstLine().getByRole('textbox', { name: 'Dose' })).toHaveValue('0.5');
});

const pending = {
  status: 10,
  auditStatus: 1,
  submitTime: startOfTest - 12 * 60_000,
  expireTime: startOfTest + 3_600_000,
};

test('a prescription in review says by whom, since when without the pauses, and until when it is valid', async () => {
  const holder = { id: '9' as never, name: 'Gao Lei', leaseUntil: startOfTest + 60_000 };
  prescriptionScreen({ latest: rx('7', 'Wang Min', { ...pending, holder, pausedMs: 2 * 60_000 }) });
  expect(await screen.findByText('Gao Lei is reviewing it now.', { exact: false })).toBeVisible();
  expect(screen.getByText(/^In review for 10 min\. Valid until/)).toBeVisible();
});

describe.each([
  ['en', 'New findings since you submitted this', /warfarin.*Source: Label/i],
  ['zh-CN', '提交后有新的审查提示', /华法林|warfarin/i],
] as const)('in %s, a finding that is new since the submission', (language, title, text) => {
  const found = {
    ruleCode: 'interaction',
    level: 'warn' as const,
    lineIndex: 0,
    params: { drug: 'Amoxicillin', other: 'Warfarin' },
    detail: 'Amoxicillin may increase the effect of warfarin',
    source: 'Label',
    needReason: true,
  };

  test('is shown with its source above the waiting prescription, and can be reached by keyboard', async () => {
    await setLanguage(language);
    const { user } = prescriptionScreen({ latest: rx('7', 'Wang Min', { ...pending, newFindings: [found] }) });
    const region = await screen.findByRole('region', { name: title });
    expect(region).toHaveTextContent(text);
    expect(within(region).getByRole('alert')).toBeVisible();
    while (document.activeElement !== region) await user.tab();
    expect(region).toHaveFocus();
  });

  test('is not shown once the prescription was decided', async () => {
    await setLanguage(language);
    const approved = { ...pending, status: 20, auditStatus: 2, newFindings: [found] };
    prescriptionScreen({ latest: rx('7', 'Wang Min', approved) });
    await screen.findByRole('button', { name: language === 'en' ? 'Print' : '打印' });
    expect(screen.queryByRole('region', { name: title })).toBeNull();
  });
});

test('while a question waits for the doctor, the clock of the review is stopped and says why', async () => {
  const askedTime = startOfTest - 9 * 60_000;
  prescriptionScreen({ latest: rx('7', 'Wang Min', { ...pending, askedTime }) });
  expect(await screen.findByText(/The reviewer has asked you something/)).toBeVisible();
  expect(screen.getByText(/^In review for 3 min; its clock is stopped/)).toBeVisible();
});

test('a rejection that can still be undone says its reasons', async () => {
  const by = { id: '9' as never, name: 'Gao Lei' };
  const reasons = { reasonCodes: ['duration'], remark: 'Five days, please' };
  const decided = { action: 'reject' as const, by, effectiveAt: startOfTest + 5_000, ...reasons };
  prescriptionScreen({ latest: rx('7', 'Wang Min', { ...pending, decided }) });
  expect(await screen.findByText(/Rejected by Gao Lei; takes effect in 5 seconds/)).toBeVisible();
  expect(screen.getByText('Duration not right')).toBeVisible();
  expect(screen.getByText('Five days, please')).toBeVisible();
});

const rejected = rx('7', 'Wang Min', {
  status: 11,
  auditStatus: 3,
  version: 2,
  auditRemark: 'Five days, please',
  auditReasonCodes: ['duration'],
  auditor: { id: '9' as never, name: 'Gao Lei' },
});

test('a rejected prescription shows the reason on top and keeps everything when edited', async () => {
  const { user, platform } = prescriptionScreen({ latest: rejected });
  expect(await screen.findByText('Five days, please')).toBeVisible();
  expect(screen.getByText('Duration not right')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit and resubmit' }));
  expect(screen.getByText('Five days, please')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^1 .* · tid · 5\sd · 1\sbox/ }));
  const days = screen.getByRole('textbox', { name: 'Days' });
  await user.clear(days);
  await user.type(days, '5');
  await submits(user);
  await waitFor(() => expect(platform.sent[0]).toMatchObject({ id: '7', version: 2, submit: true }));
  expect(platform.sent[0]?.lines.map(({ days: asked }) => asked)[0]).toBe(5);
});

test('the focus stays in the prescription: in the search when edited again, at the paper once handed in', async () => {
  const { user } = prescriptionScreen({ latest: rejected });
  await user.click(await screen.findByRole('button', { name: 'Edit and resubmit' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Medicine' })).toHaveFocus());
  await submits(user);
  await screen.findByText('Waiting for review');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Prescription for Wang Min' })).toHaveFocus());
});

test('the lines that the reviewer marked stay marked, in prescription and form, while others change', async () => {
  const [first] = rejected.lines;
  if (!first) throw new Error('no line');
  const second = { ...first, drugId: '2' as never, drugName: 'Ambroxol' };
  const { user } = prescriptionScreen({ latest: { ...rejected, lines: [first, second], markedLines: [1] } });
  const paper = within(await screen.findByRole('article', { name: /Prescription RX7/ }));
  const markedIn = (items: HTMLElement[]) =>
    items.filter((item) => within(item).queryByText('Marked by the reviewer')).map(({ textContent }) => textContent);
  expect(markedIn(paper.getAllByRole('listitem'))).toEqual([expect.stringContaining('Ambroxol')]);
  await user.click(screen.getByRole('button', { name: 'Edit and resubmit' }));
  const lines = () =>
    within(screen.getByRole('list', { name: 'Medicines on the prescription' })).getAllByRole('listitem');
  expect(markedIn(lines())).toEqual([expect.stringContaining('Ambroxol')]);
  await user.click(screen.getByRole('button', { name: /Remove Amoxicillin/ }));
  expect(markedIn(lines())).toEqual([expect.stringContaining('Ambroxol')]);
});

test('what changed since the rejection is shown beside its reason while the prescription is edited', async () => {
  const { user } = prescriptionScreen({ latest: rejected });
  await user.click(await screen.findByRole('button', { name: 'Edit and resubmit' }));
  await user.click(screen.getByRole('button', { name: /^1 .* · tid · 5\sd · 1\sbox/ }));
  const days = screen.getByRole('textbox', { name: 'Days' });
  await user.clear(days);
  await user.type(days, '3');
  await user.click(screen.getByText('Changes since the rejection'));
  const [change] = within(screen.getByRole('list', { name: 'Changes since the earlier version' })).getAllByRole(
    'listitem',
  );
  expect(change).toHaveTextContent(/Changed.*5 d.*3 d/);
});

test('a prescription handed in again is beside its rejected version, with reason and marked medicines', async () => {
  const now = rx('7', 'Wang Min', {
    version: 3,
    logs: [{ time: 1, operator: 'Lin Yue', action: 'resubmitted' }],
  });
  const [line] = now.lines;
  if (!line) throw new Error('no line');
  const version = { diagnosisList: now.diagnosisList, advice: null, overDaysReason: null };
  const rejection = { time: 2, auditor: 'Gao Lei', reasonCodes: ['duration'], remark: 'Too long', markedLines: [0] };
  const { user, calls } = prescriptionScreen({
    latest: now,
    answers: {
      prescriptionVersions: () => [
        { ...version, version: 1, submitTime: 1, lines: [{ ...line, days: 9 }], rejection },
        { ...version, version: 3, submitTime: 3, lines: [line], rejection: null },
      ],
    },
  });
  const summary = await screen.findByText('Changes since the earlier version');
  expect(calls.filter(({ name }) => name === 'prescriptionVersions')).toEqual([]);
  await user.click(summary);
  expect(await screen.findByText('Too long')).toBeVisible();
  expect(screen.getByText('About: Carbocisteine syrup')).toBeVisible();
  const list = within(screen.getByRole('list', { name: 'Changes since the earlier version' }));
  expect(list.getByRole('listitem')).toHaveTextContent(/9 d.*5 d/);
});

test('a line edited again calculates its quantity by the medicine’s strength', async () => {
  const { drugId, id: inventoryId, name: drugName, ...rest } = amoxicillin;
  const line = {
    drugId,
    inventoryId,
    drugName,
    ...rest,
    onceDose: 0.5,
    onceDoseUnit: 'g',
    frequency: 'tid',
    route: 'po',
  };
  const { user } = prescriptionScreen({
    latest: { ...rejected, lines: [{ ...line, days: 10, quantity: 3, quantityManual: false }] },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit and resubmit' }));
  await user.click(await screen.findByRole('button', { name: /^1 Amoxicillin/ }));
  expect(await screen.findByText(/40 in stock/)).toBeVisible();
  const days = screen.getByRole('textbox', { name: 'Days' });
  await user.clear(days);
  await user.type(days, '5');
  expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2');
});

test('cancelling requires a reason, which the prescription then shows', async () => {
  const { user, platform } = prescriptionScreen({ latest: rx('7', 'Wang Min', { status: 10 }) });
  await user.click(await screen.findByRole('button', { name: 'Cancel prescription' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /Cancel prescription RX7/ }));
  await user.click(dialog.getByRole('button', { name: 'Cancel it' }));
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
  await fillIn(user, dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong drug');
  await user.click(dialog.getByRole('button', { name: 'Cancel it' }));
  expect(await screen.findByText('Reason: Wrong drug')).toBeVisible();
  expect(platform.rx?.status).toBe(40);
});

test('an approved prescription is in force, can be printed, and a new one can be started', async () => {
  const { user } = prescriptionScreen({ latest: rx('7', 'Wang Min', { status: 20 }) });
  expect(await screen.findByText('Approved and in force')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'New prescription' }));
  expect(await medicineSearch()).toBeVisible();
});

test('switching the language reloads an issued prescription', async () => {
  const { platform } = prescriptionScreen({ latest: rx('7', 'Wang Min', { status: 20 }) });
  expect(await screen.findByText('Carbocisteine syrup')).toBeVisible();
  const [first] = platform.rx?.lines ?? [];
  if (!first || !platform.rx) throw new Error('no line');
  platform.rx = { ...platform.rx, lines: [{ ...first, drugName: '羧甲司坦糖浆' }] };
  await setLanguage('zh-CN');
  expect(await screen.findByText('羧甲司坦糖浆')).toBeVisible();
});

test('a draft that could not be saved after an earlier refusal is reported', async () => {
  let attempts = 0;
  const { user, said, tellFailures } = prescriptionScreen({
    answers: {
      createPrescription: () => {
        attempts += 1;
        if (attempts === 1) throw new Refused(Code.prescriptionLinesRefused, 'Some lines were refused');
        return undefined;
      },
    },
  });
  await choosesAmoxicillin(user);
  tellFailures();
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Some lines were refused');
  expect(said).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(said).toEqual(['The draft could not be saved on the platform. It is kept on this device.']),
  );
});

describe('after a request whose response was lost', () => {
  /** A platform that stores the first attempt, loses its response, and rejects the same intent with other content. */
  function losingScreen(storedAs: number) {
    let first: object | null = null;
    const edits: { lines: { onceDose: number }[]; submit: boolean; version: number }[] = [];
    const opened = prescriptionScreen({
      answers: {
        createPrescription(sent: { lines: never[] }) {
          if (first) throw new Refused(Code.duplicateRequest, 'An earlier attempt was stored', first);
          opened.platform.rx = rx('7', 'Wang Min', { status: storedAs, version: 1, lines: sent.lines });
          first = { id: '7', version: 1, status: storedAs };
          throw new Error('the line broke');
        },
        editPrescription(sent: (typeof edits)[number] & { lines: never[] }) {
          edits.push(sent);
          opened.platform.rx = rx('7', 'Wang Min', { status: 10, version: 2, lines: sent.lines });
          return { version: 2, status: 10, auditStatus: 0 };
        },
      },
    });
    return { ...opened, edits };
  }

  test('after saving a draft, the changed draft is submitted instead', async () => {
    const { user, actor, edits } = losingScreen(0);
    await choosesAmoxicillin(user);
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(actor.getSnapshot().matches('drafting')).toBe(true));
    const { draft } = actor.getSnapshot().context;
    const changed = draft.lines.map((one) => ({ ...one, onceDose: 750 }));
    actor.send({ type: 'draft.changed', draft: { ...draft, lines: changed } });
    await submits(user);
    await waitFor(() => expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true));
    expect(edits).toMatchObject([{ version: 1, submit: true, lines: [{ onceDose: 750 }] }]);
  });

  test('after submitting, the doctor sees what was submitted and that the change was not', async () => {
    const draft = { ...completeDraft, advice: 'Changed after a reload' };
    const { actor, drafts } = prescriptionScreen({ latest: rx('7', 'Wang Min', { status: 10, version: 1 }), draft });
    drafts.leave(draftKey('prescription', order('1', 'Wang Min').id), draft);
    const text = within(await screen.findByRole('region', { name: 'Your prescription text that was not sent' }));
    expect(text.getByText('Changed after a reload')).toBeVisible();
    expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true);
  });
});
