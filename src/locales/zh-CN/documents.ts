import { keys, palette } from './keys.ts';
import { prescription } from './prescription.ts';
import { print } from './print.ts';
import { questions } from './questions.ts';
import { record } from './record.ts';
import { templates } from './templates.ts';

/** The patient's history: files of this and other hospitals, past visits and prescriptions. */
const history = {
  personal: '自述病史',
  past: '既往史',
  allergy: '过敏史',
  family: '家族史',
  personalHabits: '个人史',
  surgery: '手术史',
  visits: '既往就诊',
  noVisits: '没有既往就诊记录',
  visitDetail: '{{date}}在{{hospital}}的就诊',
  orders: '医嘱',
  reports: '报告',
  prescriptions: '历史处方',
  noPrescriptions: '没有历史处方',
  more: '显示更多',
  rxTitle: '{{date}} · {{number}}',
  rxLine: '{{drug}} {{specification}}：{{use}}',
} as const;

/** Texts of records, prescriptions and shortcuts, for side panels and the screens without chats, in Chinese. */
export const documents = { history, keys, palette, prescription, print, questions, record, templates } as const;
