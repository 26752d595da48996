import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { PersonalData } from '../../../src/screens/personalData/PersonalData.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';

const info = {
  id: '1',
  name: 'Lin Yue',
  avatar: '/files/old.png',
  gender: 2,
  mobile: '138****0001',
  online: true,
  status: 0,
  deptName: 'Paediatrics',
  titleCode: 1,
  scienceTitleCode: 9,
  hospitalName: 'Demo General Hospital',
  goodAt: 'Asthma',
  introduction: '',
  areaId: 110101,
  signUrl: null,
};

const areas = [
  {
    id: 110000,
    name: 'Beijing',
    children: [{ id: 110100, name: 'Beijing City', children: [{ id: 110101, name: 'Dongcheng' }] }],
  },
  { id: 120000, name: 'Tianjin', children: [{ id: 120100, name: 'Tianjin City' }] },
];

const qualification = {
  id: 'q1',
  practiceCertNo: 'P1',
  qualificationCertNo: 'Q1',
  titleCode: 1,
  deptId: 3,
  practiceCertUrls: ['/files/p.png'],
  qualificationCertUrls: [],
  titleCertUrls: [],
  auditStatus: 1,
  updateTime: startOfTest,
  expireTime: startOfTest + 10 * 86_400_000,
};

const open = (tab = '', answers: object = {}, isAuditor = false) =>
  openScreen(<PersonalData />, {
    isAuditor,
    path: `/personalData${tab}`,
    given: { entrance: fakeEntrance().entrance },
    answers: {
      getInfo: () => info,
      updateInfo: () => true,
      getAreaTree: () => areas,
      getQualification: () => qualification,
      updateQualification: () => true,
      createQualification: () => 'q2',
      getDictByType: () => [
        { label: 'Paediatrics', value: '3' },
        { label: 'Cardiology', value: '5' },
      ],
      uploadFile: () => ({ url: '/files/new.png', name: 'a.png', size: 3, type: 'image/png' }),
      ...answers,
    },
  });

const form = (name: string) => screen.findByRole('form', { name });
const save = (inside: HTMLElement, name = 'Save') => within(inside).getByRole('button', { name });
const picture = new File(['abc'], 'a.png', { type: 'image/png' });

test('the profile shows the stored data beside the hospital’s data', async () => {
  open();
  const profile = await form('Profile');
  expect(within(profile).getByRole('textbox', { name: 'Name' })).toHaveValue('Lin Yue');
  expect(within(profile).getByRole('img', { name: 'Photo, picture 1' })).toHaveAttribute('src', '/files/old.png');
  await waitFor(() =>
    expect(within(profile).getByRole('combobox', { name: 'District' })).toHaveDisplayValue('Dongcheng'),
  );
  const facts = screen.getByRole('region', { name: 'Kept by the hospital' });
  expect(facts).toHaveTextContent(/Chief physician.*Unknown \(9\).*138\*\*\*\*0001/);
});

test('only changed fields are sent', async () => {
  const { user, asked, said } = open();
  const profile = await form('Profile');
  await user.type(within(profile).getByRole('textbox', { name: 'Introduction' }), 'Hello');
  await waitFor(() => expect(within(profile).getByRole('combobox', { name: 'District' })).toBeEnabled());
  await user.selectOptions(within(profile).getByRole('combobox', { name: 'Province' }), 'Tianjin');
  await user.selectOptions(within(profile).getByRole('combobox', { name: 'City' }), 'Tianjin City');
  await user.click(save(profile));
  await waitFor(() => expect(said).toEqual(['Your profile was saved.']));
  expect(asked('updateInfo')).toEqual([{ introduction: 'Hello', areaId: 120100 }]);
});

test('a profile without a name is not saved, and a refused one keeps its input', async () => {
  const { user, asked } = open('', {
    updateInfo: () => {
      throw new Refused(400, 'This name is not possible');
    },
  });
  const profile = await form('Profile');
  const name = within(profile).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(save(profile));
  await waitFor(() => expect(name).toHaveAccessibleDescription('Fill in this field.'));
  expect(asked('updateInfo')).toEqual([]);
  await user.type(name, 'Dr Who');
  await user.click(save(profile));
  expect(await within(profile).findByRole('alert')).toHaveTextContent('This name is not possible');
  expect(name).toHaveValue('Dr Who');
});

/** jsdom decodes and draws no pictures: stands in for one of 400 by 200 pixels, and records what is cut from it. */
function decodePictures() {
  const cuts: number[][] = [];
  const context = { fillRect: () => {}, drawImage: (_: unknown, ...cut: number[]) => void cuts.push(cut.slice(0, 4)) };
  const { getContext, toBlob } = HTMLCanvasElement.prototype;
  Object.assign(globalThis, { createImageBitmap: async () => ({ width: 400, height: 200, close: () => {} }) });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => context,
    toBlob: (done: (blob: Blob) => void) => done(new Blob(['cut'], { type: 'image/jpeg' })),
  });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
    Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob });
  });
  return cuts;
}

/** Accepts the part of a chosen photo that the dialog proposes. */
async function usesPart(user: ReturnType<typeof open>['user']) {
  const use = await screen.findByRole('button', { name: 'Use this part' });
  await waitFor(() => expect(use).toBeEnabled());
  await user.click(use);
}

test('the part of a photo is chosen with sliders, and only that part is uploaded', async () => {
  const cuts = decodePictures();
  const files: (Blob | undefined)[] = [];
  const { user } = open('', {
    uploadFile: (_: unknown, { file }: { file?: Blob }) => {
      files.push(file);
      return { url: '/files/new.png', name: 'a.jpg', size: 3, type: 'image/jpeg' };
    },
  });
  const profile = await form('Profile');
  await user.upload(within(profile).getByLabelText('Photo: picture file'), picture);
  await waitFor(() => expect(cuts.at(-1)).toEqual([100, 0, 200, 200]));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the part of the photo' }));
  fireEvent.change(dialog.getByRole('slider', { name: 'Size' }), { target: { value: '4' } });
  fireEvent.change(dialog.getByRole('slider', { name: 'Across' }), { target: { value: '0' } });
  expect(cuts.at(-1)).toEqual([0, 75, 50, 50]);
  expect(files).toEqual([]);
  await usesPart(user);
  await waitFor(() => expect(files).toMatchObject([{ name: 'a.jpg', type: 'image/jpeg' }]));
});

test('a photo that the browser cannot open is named, and nothing is uploaded', async () => {
  const { user, asked } = open();
  const profile = await form('Profile');
  await user.upload(within(profile).getByLabelText('Photo: picture file'), picture);
  expect(await within(profile).findByRole('alert')).toHaveTextContent('a.png cannot be opened as a picture.');
  expect(asked('uploadFile')).toEqual([]);
});

test('a region that was chosen by mistake can be emptied again', async () => {
  const { user, asked } = open();
  const profile = await form('Profile');
  const province = await within(profile).findByRole('combobox', { name: 'Province' });
  await waitFor(() => expect(province).toHaveValue('110000'));
  await user.selectOptions(province, '');
  await user.click(save(profile));
  await waitFor(() => expect(asked('updateInfo')).toEqual([{ areaId: null }]));
});

test('a photo is uploaded when its part is chosen, and saved with the profile', async () => {
  decodePictures();
  const { user, asked } = open();
  const profile = await form('Profile');
  await user.upload(within(profile).getByLabelText('Photo: picture file'), picture);
  await usesPart(user);
  expect(await within(profile).findByRole('img', { name: 'Photo, picture 1' })).toHaveAttribute(
    'src',
    '/files/new.png',
  );
  await user.click(save(profile));
  await waitFor(() => expect(asked('updateInfo')).toEqual([{ avatar: '/files/new.png' }]));
});

test('a file that is no picture is named and not uploaded; a refused one keeps the old picture', async () => {
  decodePictures();
  const { user, asked } = open('', {
    uploadFile: () => {
      throw new Refused(1_050_005_001, 'Not a picture at all');
    },
  });
  const profile = await form('Profile');
  const photo = within(profile).getByLabelText('Photo: picture file');
  await user.upload(photo, new File(['x'], 'notes.txt', { type: 'text/plain' }));
  expect(await within(profile).findByRole('alert')).toHaveTextContent('notes.txt');
  expect(asked('uploadFile')).toEqual([]);
  await user.upload(photo, picture);
  await usesPart(user);
  await waitFor(() => expect(within(profile).getByRole('alert')).toHaveTextContent('a.jpg: Not a picture at all'));
  expect(within(profile).getByRole('img', { name: 'Photo, picture 1' })).toHaveAttribute('src', '/files/old.png');
});

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

const day = 86_400_000;

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

test('a tab loads when opened and keeps its input while another one is open', async () => {
  const { user, asked } = open();
  const profile = await form('Profile');
  await user.type(within(profile).getByRole('textbox', { name: 'Name' }), '!');
  expect(asked('getQualification')).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Qualification' }));
  await form('Qualification');
  await user.click(screen.getByRole('tab', { name: 'Profile' }));
  expect(await within(profile).findByRole('textbox', { name: 'Name' })).toHaveValue('Lin Yue!');
});

test('a new appearance applies at once', async () => {
  const { user, appearance$ } = open('?tab=appearance');
  await user.click(screen.getByRole('radio', { name: 'Compact' }));
  await user.click(screen.getByRole('radio', { name: 'Large' }));
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(appearance$.value).toMatchObject({ density: 'compact', fontSize: 'l', theme: 'dark' });
});

test('an auditor has a profile without certificates and without what patients read', async () => {
  open('?tab=qualification', {}, true);
  const profile = await form('Profile');
  expect(within(profile).getByRole('textbox', { name: 'Name' })).toHaveValue('Lin Yue');
  expect(within(profile).queryByRole('textbox', { name: 'Special skills' })).toBeNull();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).not.toContain('Qualification');
});
