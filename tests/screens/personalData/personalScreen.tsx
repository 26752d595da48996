import { screen, within } from '@testing-library/react';
import { PersonalData } from '../../../src/screens/personalData/PersonalData.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { startOfTest } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';

export const info = {
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

/** Approved certificates that expire in ten days. */
export const qualification = {
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

/** The personal data of a doctor or reviewer, whose platform answers so unless the test says otherwise. */
export const open = (tab = '', answers: object = {}, isAuditor = false) =>
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

export const form = (name: string) => screen.findByRole('form', { name });

export const save = (inside: HTMLElement, name = 'Save') => within(inside).getByRole('button', { name });

export const picture = new File(['abc'], 'a.png', { type: 'image/png' });
