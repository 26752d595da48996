import type { LocalText } from '../../clinical/words/localText.ts';
import type { Role } from '../db/roles.ts';

/** The password of every demonstration account. */
export const demoPassword = 'Cloudroom2026';

/** A hospital of the demonstration. `hosts` are its site addresses. */
export type SeedHospital = { id: string; name: LocalText; hosts: string[]; level: number; disabled: boolean };

export const seedHospitals: readonly SeedHospital[] = [
  {
    id: '1',
    name: { en: 'Demo General Hospital', zh: '演示综合医院' },
    hosts: ['localhost', '127.0.0.1', 'test-hospital.localhost'],
    level: 1,
    disabled: false,
  },
  {
    id: '2',
    name: { en: 'Riverside Hospital', zh: '滨江医院' },
    hosts: ['hospital-b.localhost'],
    level: 3,
    disabled: false,
  },
  {
    id: '3',
    name: { en: 'Closed Clinic', zh: '停用诊所' },
    hosts: ['hospital-c.localhost'],
    level: 5,
    disabled: true,
  },
];

/** A member of staff with the account that signs in. Codes are those of the dictionaries. */
export type SeedStaff = {
  hospitalId: string;
  username: string;
  name: LocalText;
  gender: 1 | 2;
  mobile: string;
  /** Null for administrators, who treat nobody. */
  department: number | null;
  title: number | null;
  academicTitle: number | null;
  role: Role;
  /** Plans the hours of the department's doctors. */
  headsDept?: true;
  operatesPlatform?: true;
  goodAt: LocalText;
  introduction: LocalText;
  practiceCertNo: string | null;
};

const text = (en: string, zh: string): LocalText => ({ en, zh });

/** Notices of the demonstration hospitals to their staff; positions are values of banner_position. */
export const seedNotices: readonly {
  position: number;
  tone: 'info' | 'warning';
  title: LocalText;
  text: LocalText;
  link: string | null;
}[] = [
  {
    position: 1,
    tone: 'info',
    title: text(
      'Flu season: please ask every patient with fever about vaccination',
      '流感季：请询问每位发热患者的疫苗接种情况',
    ),
    text: text('Write the answer into the past history of the record.', '请将结果写入病历的既往史。'),
    link: null,
  },
  {
    position: 2,
    tone: 'warning',
    title: text('Prescriptions expire', '处方有有效期'),
    text: text(
      'Remind patients to collect their medicines before the time on the prescription; an expired one must be written again.',
      '请提醒患者在处方所列的有效期内取药，过期处方需重新开具。',
    ),
    link: '/prescriptionRecord',
  },
];
const introduction = (years: number): LocalText =>
  text(`${years} years of practice in this hospital.`, `在本院从业${years}年。`);

export const seedStaff: readonly SeedStaff[] = [
  {
    hospitalId: '1',
    username: 'doctor01',
    name: text('Chen Jing', '陈静'),
    gender: 2,
    mobile: '13800000001',
    department: 3,
    title: 1,
    academicTitle: 1,
    role: 'doctor',
    headsDept: true,
    goodAt: text('Asthma, COPD, chronic cough, infections of the airways', '哮喘、慢阻肺、慢性咳嗽及呼吸道感染'),
    introduction: introduction(22),
    practiceCertNo: 'DEMO110000000001',
  },
  {
    hospitalId: '1',
    username: 'doctor02',
    name: text('Zhou Ming', '周铭'),
    gender: 1,
    mobile: '13800000002',
    department: 12,
    title: 2,
    academicTitle: 2,
    role: 'doctor',
    goodAt: text('Fever and cough in children, allergies, nutrition', '儿童发热咳嗽、过敏性疾病及营养指导'),
    introduction: introduction(15),
    practiceCertNo: 'DEMO110000000002',
  },
  {
    hospitalId: '1',
    username: 'doctor03',
    name: text('Lin Yue', '林悦'),
    gender: 2,
    mobile: '13800000003',
    department: 5,
    title: 3,
    academicTitle: 9,
    role: 'doctor',
    goodAt: text('Hypertension, coronary disease, blood fats, diabetes', '高血压、冠心病、血脂异常及糖尿病'),
    introduction: introduction(9),
    practiceCertNo: 'DEMO110000000003',
  },
  {
    hospitalId: '1',
    username: 'doctor04',
    name: text('He Wei', '何伟'),
    gender: 1,
    mobile: '13800000004',
    department: 3,
    title: 3,
    academicTitle: 9,
    role: 'doctor',
    goodAt: text('Bronchitis, pneumonia, sleep apnoea', '支气管炎、肺炎及睡眠呼吸暂停'),
    introduction: introduction(6),
    practiceCertNo: 'DEMO110000000004',
  },
  {
    hospitalId: '1',
    username: 'auditor01',
    name: text('Sun Wei', '孙薇'),
    gender: 2,
    mobile: '13800000011',
    department: 18,
    title: 12,
    academicTitle: 9,
    role: 'auditor',
    goodAt: text('Review of prescriptions', '处方审核'),
    introduction: introduction(18),
    practiceCertNo: 'DEMO110000000011',
  },
  {
    hospitalId: '1',
    username: 'auditor02',
    name: text('Gao Lei', '高磊'),
    gender: 1,
    mobile: '13800000012',
    department: 18,
    title: 13,
    academicTitle: 9,
    role: 'auditor',
    goodAt: text('Review of prescriptions', '处方审核'),
    introduction: introduction(8),
    practiceCertNo: 'DEMO110000000012',
  },
  {
    hospitalId: '1',
    username: 'auditor03',
    name: text('Fan Jing', '范静'),
    gender: 2,
    mobile: '13800000013',
    department: 18,
    title: 13,
    academicTitle: 9,
    role: 'auditor',
    goodAt: text('Review of prescriptions', '处方审核'),
    introduction: introduction(5),
    practiceCertNo: 'DEMO110000000013',
  },
  {
    hospitalId: '2',
    username: 'doctor21',
    name: text('Tang Rui', '唐睿'),
    gender: 1,
    mobile: '13800000021',
    department: 1,
    title: 2,
    academicTitle: 3,
    role: 'doctor',
    goodAt: text('Family medicine, chronic diseases', '全科、慢性病管理'),
    introduction: introduction(12),
    practiceCertNo: 'DEMO110000000021',
  },
  {
    hospitalId: '2',
    username: 'auditor21',
    name: text('Xie Lan', '谢兰'),
    gender: 2,
    mobile: '13800000022',
    department: 18,
    title: 13,
    academicTitle: 9,
    role: 'auditor',
    goodAt: text('Review of prescriptions', '处方审核'),
    introduction: introduction(10),
    practiceCertNo: 'DEMO110000000022',
  },
  {
    hospitalId: '1',
    username: 'admin01',
    name: text('Luo Min', '罗敏'),
    gender: 2,
    mobile: '13800000031',
    department: null,
    title: null,
    academicTitle: null,
    role: 'administrator',
    goodAt: text('', ''),
    introduction: text('', ''),
    practiceCertNo: null,
  },
  {
    hospitalId: '2',
    username: 'admin21',
    name: text('Qin Hao', '秦浩'),
    gender: 1,
    mobile: '13800000032',
    department: null,
    title: null,
    academicTitle: null,
    role: 'administrator',
    goodAt: text('', ''),
    introduction: text('', ''),
    practiceCertNo: null,
  },
  {
    hospitalId: '1',
    username: 'operator01',
    name: text('Ji Yuan', '纪远'),
    gender: 2,
    mobile: '13800000033',
    department: null,
    title: null,
    academicTitle: null,
    role: 'administrator',
    operatesPlatform: true,
    goodAt: text('', ''),
    introduction: text('', ''),
    practiceCertNo: null,
  },
];

/** A doctor's initial configurations: every kind of consultation, with its price in cents. */
export const seedConsultConfigs = [
  { consultType: 1, enabled: true, price: 2_000, durationMin: 2_880, msgLimit: 100, maxConcurrent: 20 },
  { consultType: 2, enabled: true, price: 5_000, durationMin: 30, msgLimit: null, maxConcurrent: 1 },
  { consultType: 3, enabled: false, price: 8_000, durationMin: 30, msgLimit: null, maxConcurrent: 1 },
] as const;

/** A doctor's initial schedule: Monday to Friday, mornings and afternoons, text and pictures. */
export const seedSchedule = [1, 2, 3, 4, 5].flatMap((weekday) =>
  (['morning', 'afternoon'] as const).map((period) => ({ weekday, period, consultType: 1, quota: 20 })),
);
