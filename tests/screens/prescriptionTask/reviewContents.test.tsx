import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { VerificationCode } from '../../../src/domain/reviewQueue.ts';
import { startOfTest } from '../../support/fakeApp.tsx';
import { item } from '../../support/fakeReviewer.ts';
import { rx } from '../../support/prescriptionsOf.ts';
import { stored } from '../../support/recordScreen.tsx';
import { reviewing } from '../../support/reviewScreen.tsx';

const wang = item('1', 'Wang Min');

test('a review shows the printed prescription, the record and the history', async () => {
  const { inPane } = await reviewing({
    found: { record: stored({ chiefComplaint: 'Cough' }), past: [rx('8', 'Wang Min', { status: 20 })] },
  });
  const paper = within(await inPane.findByRole('article', { name: 'Prescription RX1' }));
  expect(paper.getByText('Carbocisteine syrup')).toBeVisible();
  expect(paper.getByText(/120 mg, Three times daily, By mouth, 5 d/)).toBeVisible();
  expect(inPane.getByText('Cough')).toBeVisible();
  expect(inPane.getByText('RX8')).toBeVisible();
});

test('an allergy that only the record names is shown above the review', async () => {
  const { inPane } = await reviewing({ found: { record: stored({ allergyHistory: 'Sulfa drugs, rash' }) } });
  const facts = within(await inPane.findByRole('region', { name: 'Patient' }));
  expect(facts.getByText(/Sulfa drugs, rash/)).toBeVisible();
  expect(facts.queryByText(/No known|not recorded/)).toBeNull();
});

test('a review shows what the patient still takes, its findings, and medicines of past prescriptions', async () => {
  const [line] = rx('9', 'Wang Min').lines;
  if (!line) throw new Error('no line');
  const { inPane } = await reviewing({
    found: {
      running: [{ prescriptionNo: 'RX9', line: { ...line, drugName: 'Warfarin' }, daysLeft: 12 }],
      past: [{ ...rx('8', 'Wang Min', { status: 20 }), lines: [{ ...line, drugName: 'Ibuprofen' }] }],
      ruleHits: [
        {
          ruleCode: 'interaction',
          level: 'warn',
          lineIndex: 0,
          params: { drug: 'Carbocisteine', other: 'Warfarin' },
          needReason: true,
        },
      ],
    },
  });
  const medicines = within(await inPane.findByRole('tabpanel', { name: /^Medicines/ }));
  const running = within(medicines.getByRole('region', { name: 'Taken now, from other prescriptions' }));
  expect(running.getByText('Warfarin')).toBeVisible();
  expect(running.getByRole('listitem')).toHaveTextContent(/12 days left.*RX9.*Carbocisteine/);
  expect(inPane.getByText('Ibuprofen')).toBeInTheDocument();
});

test('stated facts are shown with who stated them; what nobody coded is quoted', async () => {
  const { inPane } = await reviewing({
    answers: {
      getPatientFacts: () => ({
        patient: wang.patient,
        current: [
          {
            id: '1',
            value: { kind: 'kidney', state: 'yes', egfr: 28, creatinine: null },
            confirmed: false,
            origin: 'intake',
            createTime: startOfTest,
          },
        ],
        ended: [],
        written: [{ text: 'rash after some antibiotic', place: 'complaint', denied: false, offers: [] }],
      }),
    },
  });
  expect(await inPane.findByText(/eGFR 28/)).toBeVisible();
  expect(inPane.getByText('unconfirmed')).toBeVisible();
  expect(inPane.getByText('“rash after some antibiotic”')).toBeVisible();
});

test('while the stated facts are loading, their heading has a placeholder below it at once', async () => {
  const seen: boolean[] = [];
  const changes = new MutationObserver(() => {
    const part = screen.queryByRole('region', { name: 'Facts about the patient' });
    if (part) seen.push(within(part).queryByRole('status', { name: 'Loading' }) !== null);
  });
  changes.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => changes.disconnect());
  await reviewing({ answers: { getPatientFacts: () => new Promise(() => {}) } });
  await waitFor(() => expect(seen[0]).toBe(true));
});

test('the messages of the consultation are read only on request, because each reading is recorded', async () => {
  const asked: object[] = [];
  const { user, inPane } = await reviewing({
    found: { conversationId: '5' as never },
    answers: {
      queryImMessages: (input: object) => {
        asked.push(input);
        return { list: [], total: 0, headSeq: 0, events: [], coveredTo: 0, positions: {} };
      },
    },
  });
  const button = await inPane.findByRole('button', { name: 'Show the messages' });
  expect(asked).toEqual([]);
  await user.click(button);
  await waitFor(() => expect(asked).toEqual([expect.objectContaining({ conversationId: '5' })]));
});

test('a hospital that lets reviewers read no messages offers none', async () => {
  const { inPane } = await reviewing();
  expect(await inPane.findByText(/only if the hospital lets reviewers read them/)).toBeVisible();
  expect(inPane.queryByRole('button', { name: 'Show the messages' })).toBeNull();
});

test('each of the ten verifications has its evidence on the sheet', async () => {
  const whole = rx('1', 'Wang Min', { dept: 'Respiratory medicine' });
  const [line] = whole.lines;
  const { inPane } = await reviewing({
    found: {
      rx: whole,
      drugs: [
        {
          drugId: line?.drugId ?? ('1' as never),
          manufacturer: 'Example Pharma',
          approvalNo: 'H20261234',
          controlType: 0,
          skinTest: true,
          antibioticLevel: 2,
          flags: { pregnancy: 'forbidden', kidney: 'caution' },
        },
      ],
    },
  });
  const paper = await inPane.findByRole('article', { name: 'Prescription RX1' });
  const evidence = {
    department: 'Respiratory medicine',
    patientName: 'Wang Min',
    patientAge: '34 years',
    drugName: 'Carbocisteine syrup',
    dosageForm: 'syrup',
    specification: '20 mg/ml',
    quantity: '1 bottle',
    drugProperties:
      'Example Pharma · H20261234 · not controlled · antibiotic, restricted · skin test first · not for: pregnancy · with care: kidney disease',
    usageAndDosage: '120 mg, Three times daily, By mouth, 5 days',
    clinicalDiagnosis: 'Acute bronchitis (J20.9)',
  } satisfies Record<VerificationCode, string>;
  for (const text of Object.values(evidence)) expect(paper).toHaveTextContent(text);
  const properties = inPane.getByRole('checkbox', { name: /^Properties of the medicines/ });
  expect(properties).toHaveAccessibleDescription(
    'not controlled · antibiotic, restricted · skin test first · not for: pregnancy · with care: kidney disease',
  );
});

test('the verification of the quantity explains packs that do not divide into doses', async () => {
  const whole = rx('1', 'Wang Min');
  const lines = whole.lines.map((line) => ({ ...line, minUnit: 'ml', packRest: { doses: 3, rest: '1' } }));
  const { inPane } = await reviewing({ found: { rx: { ...whole, lines } } });
  const explained = /A pack holds 3 whole doses; the 1\s?ml left goes into the next one/;
  expect(await inPane.findByRole('article', { name: 'Prescription RX1' })).toHaveTextContent(explained);
  const boxes = inPane.getAllByRole('checkbox', { name: 'Quantity' });
  expect(boxes.some((box) => explained.test(box.getAttribute('aria-description') ?? ''))).toBe(true);
});

test('what happened leaves out reviews that were given back without a decision', async () => {
  const step = (action: string, minutes: number) => ({ action, operator: 'Sun Wei', time: minutes * 60_000 });
  const logs = ['submitted', 'claimed', 'released', 'claimed', 'rejected', 'resubmitted', 'claimed'].map(step);
  const { inPane } = await reviewing({ found: { rx: rx('1', 'Wang Min', { logs }) } });
  const trail = within(await inPane.findByRole('region', { name: 'What happened' }));
  expect(trail.getAllByRole('listitem').map(({ textContent }) => /(.+) · /.exec(textContent ?? '')?.[1])).toEqual(
    ['Submitted', 'Review begun', 'Rejected', 'Submitted again', 'Review begun'].map((text) =>
      expect.stringContaining(text),
    ),
  );
});

test('an emergency and a child are marked above the review', async () => {
  const { inPane } = await reviewing({
    items: [item('1', 'Wang Min', { child: true })],
    found: { rx: rx('1', 'Wang Min', { rxType: 1 }) },
  });
  const patient = within(await inPane.findByRole('region', { name: 'Patient' }));
  expect(patient.getByText('Emergency')).toBeVisible();
  expect(patient.getByText('Child')).toBeVisible();
});

test('missing evidence for a verification is shown as unknown', async () => {
  const whole = rx('1', 'Wang Min', { diagnosisList: [] });
  const { inPane } = await reviewing({
    found: { rx: { ...whole, lines: whole.lines.map((line) => ({ ...line, dosageForm: null })) } },
  });
  const paper = await inPane.findByRole('article', { name: 'Prescription RX1' });
  expect(paper).toHaveTextContent(/Department\s*not recorded/i);
  expect(paper).toHaveTextContent(/Clinical diagnosis\s*not recorded/i);
  expect(paper).toHaveTextContent('dosage form not recorded');
  expect(paper).toHaveTextContent('The properties of this medicine are not known here.');
});

test('a finding is beside its line, with the doctor’s reason', async () => {
  const { inPane } = await reviewing({
    found: {
      ruleHits: [
        {
          ruleCode: 'maxDailyDose',
          level: 'warn',
          lineIndex: 0,
          params: { drug: 'Carbocisteine syrup', taken: '360', max: '300', unit: 'mg' },
          needReason: true,
        },
      ],
      rx: rx('1', 'Wang Min', {
        overrides: [{ ruleCode: 'maxDailyDose', severity: 'warn', lineIndex: 0, reason: 'Heavy patient' }],
      }),
    },
  });
  const [line] = within(await inPane.findByRole('article')).getAllByRole('listitem');
  expect(line).toHaveTextContent('Carbocisteine syrup: 360 mg a day, at most 300 mg');
  expect(line).toHaveTextContent('Doctor’s reason: Heavy patient');
});
