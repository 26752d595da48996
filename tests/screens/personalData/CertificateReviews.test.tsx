import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PersonalData } from '../../../src/screens/personalData/PersonalData.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';

const info = {
  id: '1',
  name: 'Sun Wei',
  gender: 2,
  mobile: '138****0001',
  online: true,
  status: 0,
  hospitalName: 'Demo General Hospital',
  reviewsCertificates: true,
};

const submitted = (id: string, name: string) => ({
  id,
  name,
  doctorId: `d${id}`,
  username: `doctor0${id}`,
  deptName: 'Paediatrics',
  practiceCertNo: `P${id}`,
  practiceCertUrls: ['/files/p.png'],
  qualificationCertNo: `Q${id}`,
  qualificationCertUrls: [],
  titleCertUrls: [],
  titleCode: 1,
  deptId: 3,
  updateTime: startOfTest,
  approved: id === '1' ? { practiceCertNo: 'P0', expireTime: startOfTest } : null,
});

/** A platform on which certificates wait until they are decided. */
function open(answers: object = {}) {
  let waiting = [submitted('1', 'Lin Yue'), submitted('2', 'Chen Jing')];
  return openScreen(<PersonalData />, {
    isAuditor: true,
    path: '/personalData?tab=reviews',
    given: { entrance: fakeEntrance().entrance },
    answers: {
      getInfo: () => info,
      listCertificateReviews: () => waiting,
      decideCertificates: ({ id }: { id: string }) => {
        waiting = waiting.filter((one) => one.id !== id);
        return true;
      },
      ...answers,
    },
  });
}

const card = (name: string) => screen.findByRole('region', { name });

test('a submission shows who handed in what, its pictures, and what is in force until the decision', async () => {
  open();
  const lin = await card('Lin Yue');
  expect(lin).toHaveTextContent(/doctor01.*Paediatrics.*Chief physician.*P1.*Q1.*P0, valid until/);
  expect(within(lin).getByRole('link', { name: 'Practice certificate, picture 1' })).toHaveAttribute(
    'href',
    '/files/p.png',
  );
  expect(await card('Chen Jing')).toHaveTextContent('None: this doctor cannot prescribe now');
});

test('an approval asks first, names its effect, and holds until the end of the chosen day', async () => {
  const { user, asked, said } = open();
  const lin = within(await card('Lin Yue'));
  expect(lin.getByLabelText(/^Valid until/)).toHaveValue('2027-03-02');
  await user.click(lin.getByRole('button', { name: 'Approve' }));
  const sure = within(await screen.findByRole('alertdialog', { name: 'Approve the certificates of Lin Yue?' }));
  expect(asked('decideCertificates')).toEqual([]);
  await user.click(sure.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Lin Yue' })).toBeNull());
  const expireTime = Date.parse('2027-03-02T23:59:59.999+08:00');
  expect(asked('decideCertificates')).toEqual([{ id: '1', approve: true, expireTime }]);
  expect(said).toEqual(['The certificates of Lin Yue are approved.']);
});

test('a rejection needs a reason', async () => {
  const { user, asked } = open();
  const lin = within(await card('Lin Yue'));
  await user.click(lin.getByRole('button', { name: 'Reject' }));
  const reason = lin.getByRole('textbox', { name: /^Reason/ });
  expect(reason).toHaveAccessibleDescription(expect.stringContaining('Write the reason in a few words.'));
  await user.type(reason, 'The picture is blurred');
  await user.click(lin.getByRole('button', { name: 'Reject' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(asked('decideCertificates')).toEqual([{ id: '1', approve: false, reason: 'The picture is blurred' }]),
  );
});

test('a decision that comes too late is refused with the reason, and nothing is lost', async () => {
  const { user } = open({
    decideCertificates: () => {
      throw new Refused(900, 'These were decided meanwhile; reload the list');
    },
  });
  const lin = within(await card('Lin Yue'));
  await user.type(lin.getByRole('textbox', { name: /^Reason/ }), 'Blurred');
  await user.click(lin.getByRole('button', { name: 'Reject' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
  expect(await lin.findByRole('alert')).toHaveTextContent('These were decided meanwhile');
  expect(lin.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Blurred');
});

test('without waiting certificates the tab says so; a list that did not load can be loaded again', async () => {
  let calls = 0;
  const { user } = open({
    listCertificateReviews: () => {
      calls += 1;
      if (calls === 1) throw new Refused(500, 'Down.');
      return [];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No certificates wait for a review')).toBeVisible();
});

test('staff without the right have no such tab', async () => {
  open({ getInfo: () => ({ ...info, reviewsCertificates: false }) });
  expect(await screen.findByRole('form', { name: 'Profile' })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Certificates to review' })).toBeNull();
});
