import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { form, open, picture, qualification, save } from './personalScreen.tsx';

const day = 86_400_000;

test('certificates show the state of their review and their expiry', async () => {
  open('?tab=qualification');
  const review = await screen.findByRole('region', { name: 'Review' });
  expect(review).toHaveTextContent('Approved');
  expect(review).toHaveTextContent('Your certificates expire in 10 days.');
});

test('certificates are resubmitted under their own id', async () => {
  const { user, asked } = open('?tab=qualification');
  const certificates = await form('Qualification');
  await screen.findByRole('option', { name: 'Cardiology' });
  await user.selectOptions(within(certificates).getByRole('combobox', { name: 'Department' }), 'Cardiology');
  await user.upload(within(certificates).getByLabelText('Title certificate: picture file'), picture);
  await within(certificates).findByRole('img', { name: 'Title certificate, picture 1' });
  await user.click(save(certificates, 'Hand in again'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hand in again' }));
  await waitFor(() => expect(asked('updateQualification')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked('updateQualification')).toEqual([
    {
      id: 'q1',
      practiceCertNo: 'P1',
      qualificationCertNo: 'Q1',
      titleCode: 1,
      deptId: 5,
      practiceCertUrls: ['/files/p.png'],
      qualificationCertUrls: [],
      titleCertUrls: ['/files/new.png'],
      idCardFront: null,
      idCardBack: null,
    },
  ]);
});

test('the confirmation says that approved certificates stay valid, and cancelling sends nothing', async () => {
  const { user, asked } = open('?tab=qualification');
  const certificates = await form('Qualification');
  const number = within(certificates).getByRole('textbox', { name: 'Practice certificate no.' });
  await waitFor(() => expect(within(certificates).getByRole('combobox', { name: 'Department' })).toHaveValue('3'));
  await user.type(number, '2');
  await user.click(save(certificates, 'Hand in again'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Hand in your certificates again?' }));
  expect(question.getByText(/you can go on prescribing/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked('updateQualification')).toEqual([]);
  expect(number).toHaveValue('P12');
});

test.each([
  ['in review', { auditStatus: 0, updateTime: startOfTest }, /Being reviewed.*go on prescribing/],
  [
    'not accepted',
    { auditStatus: 2, auditRemark: 'The picture is blurred', updateTime: startOfTest },
    /Rejected.*The picture is blurred.*stay in force/,
  ],
])(
  'new certificates that are %s are shown beside the approved ones, which stay in force',
  async (_, verdict, words) => {
    open('?tab=qualification', {
      getQualification: () => ({
        ...qualification,
        expireTime: startOfTest + 900 * day,
        revision: { ...qualification, ...verdict, practiceCertNo: 'P2' },
      }),
    });
    const review = await screen.findByRole('region', { name: 'Review' });
    expect(review).toHaveTextContent(/Approved.*P1/);
    expect(await screen.findByRole('region', { name: 'New certificates' })).toHaveTextContent(words);
    expect(within(await form('Qualification')).getByRole('textbox', { name: 'Practice certificate no.' })).toHaveValue(
      'P2',
    );
  },
);

test.each([
  ['have expired', { expireTime: startOfTest - day }, /You cannot prescribe until/],
  ['were not accepted', { auditStatus: 2, expireTime: null }, /You cannot prescribe until/],
  ['wait for their review', { auditStatus: 0, expireTime: null }, /replace .*handed in on/],
  [
    'wait beside approved ones',
    { revision: { ...qualification, auditStatus: 0 } },
    /go on prescribing.*replace .*handed in on/,
  ],
  [
    'are approved where the hospital suspends prescribing meanwhile',
    { prescribesMeanwhile: false },
    /cannot prescribe/,
  ],
])('before resubmitting certificates that %s the confirmation explains the effect', async (_, state, words) => {
  const { user } = open('?tab=qualification', { getQualification: () => ({ ...qualification, ...state }) });
  const certificates = await form('Qualification');
  await screen.findByRole('option', { name: 'Cardiology' });
  await user.selectOptions(within(certificates).getByRole('combobox', { name: 'Department' }), 'Cardiology');
  await user.click(save(certificates, 'Hand in again'));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(words);
});

test('a decision of the hospital appears without a reload and keeps typed input', async () => {
  const waiting = { ...qualification, revision: { ...qualification, auditStatus: 0, practiceCertNo: 'P2' } };
  const approved = { ...qualification, id: 'q2', practiceCertNo: 'P2' };
  const answers = [waiting, new Refused(500, 'The platform is restarting'), approved];
  const { user } = open('?tab=qualification', {
    getQualification: () => {
      const answer = answers.shift() ?? approved;
      if (answer instanceof Refused) throw answer;
      return answer;
    },
  });
  const certificates = await form('Qualification');
  const typed = within(certificates).getByRole('textbox', { name: 'Qualification certificate no.' });
  await user.type(typed, '77');
  await screen.findByRole('region', { name: 'New certificates' });
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
  comeBack();
  await waitFor(() => expect(answers).toHaveLength(1));
  comeBack();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'New certificates' })).toBeNull());
  expect(screen.getByRole('region', { name: 'Review' })).toHaveTextContent(/Approved.*P2/);
  expect(typed).toHaveValue('Q177');
  expect(save(certificates, 'Hand in again')).toBeEnabled();
  await user.click(within(certificates).getByRole('button', { name: 'Reset' }));
  expect(typed).toHaveValue('Q1');
  expect(save(certificates, 'Hand in again')).toBeDisabled();
});

test('resubmitted certificates are shown as saved and as pending review', async () => {
  let revision: object | null = null;
  const { user } = open('?tab=qualification', {
    getQualification: () => ({ ...qualification, revision }),
    updateQualification: () => {
      revision = { ...qualification, auditStatus: 0, practiceCertNo: 'P123' };
      return true;
    },
  });
  const certificates = await form('Qualification');
  await waitFor(() => expect(within(certificates).getByRole('combobox', { name: 'Department' })).toHaveValue('3'));
  await user.type(within(certificates).getByRole('textbox', { name: 'Practice certificate no.' }), '23');
  await user.click(save(certificates, 'Hand in again'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hand in again' }));
  await screen.findByRole('region', { name: 'New certificates' });
  expect(within(certificates).getByRole('textbox', { name: 'Practice certificate no.' })).toHaveValue('P123');
  expect(within(certificates).getByText('Saved')).toBeVisible();
  expect(save(certificates, 'Hand in again')).toBeDisabled();
});

test('a refusal by the platform closes the confirmation and keeps the input', async () => {
  const { user } = open('?tab=qualification', {
    updateQualification: () => {
      throw new Refused(400, 'Not a picture of yours');
    },
  });
  const certificates = await form('Qualification');
  await user.type(within(certificates).getByRole('textbox', { name: 'Practice certificate no.' }), '23');
  await waitFor(() => expect(within(certificates).getByRole('combobox', { name: 'Department' })).toHaveValue('3'));
  await user.click(save(certificates, 'Hand in again'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hand in again' }));
  expect(await within(certificates).findByRole('alert')).toHaveTextContent('Not a picture of yours');
  expect(within(certificates).getByRole('textbox', { name: 'Practice certificate no.' })).toHaveValue('P123');
});

test('the first submission names what is missing, and nothing claims to be saved', async () => {
  const { user, asked } = open('?tab=qualification', { getQualification: () => null });
  const certificates = await form('Qualification');
  expect(within(certificates).queryByText('Saved')).toBeNull();
  await user.type(within(certificates).getByRole('textbox', { name: 'Practice certificate no.' }), 'P9');
  await user.click(save(certificates, 'Hand in'));
  await waitFor(() =>
    expect(within(certificates).getByRole('combobox', { name: 'Department' })).toHaveAccessibleDescription(
      'Fill in this field.',
    ),
  );
  expect(asked('createQualification')).toEqual([]);
});
