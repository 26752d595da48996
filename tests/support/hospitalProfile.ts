import type { HospitalProfile } from '../../contract/extension/hospital.ts';

/** A hospital with the settings that hold until an administrator changes them. */
export const hospitalProfile: HospitalProfile = {
  name: '演示综合医院',
  nameEn: 'Demo General Hospital',
  contact: '8001',
  logo: '/files/logo.png/logo.png?expires=0',
  hosts: ['clinic.example', 'other.example:8443'],
  currentHost: 'clinic.example',
  expireTime: Date.UTC(2027, 0, 1),
  settings: {
    idleLockMin: 30,
    scheduleHours: {
      morning: { from: 480, to: 720 },
      afternoon: { from: 720, to: 1080 },
      evening: { from: 1080, to: 1320 },
    },
    overdueMin: 10,
    awaitingMin: 1440,
    durationMin: 2880,
    maxActive: 20,
    maxOpenOrders: 3,
    prices: { 1: 2_000 },
    auditorsReadMessages: false,
    prescribesDuringReview: true,
  },
  settingHistory: [],
  version: 3,
};
