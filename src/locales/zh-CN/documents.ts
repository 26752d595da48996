import { documentCalls } from './documentCalls.ts';
import { keys, palette } from './keys.ts';
import { messages } from './messages.ts';
import { numbers } from './numbers.ts';
import { prescription } from './prescription.ts';
import { print } from './print.ts';
import { questions } from './questions.ts';
import { record } from './record.ts';
import { templates } from './templates.ts';

/** Declining a waiting patient, in Chinese. */
const decline = {
  title: '拒诊{{patient}}？',
  text: '患者会收到原因，费用将原路退回。',
  reason: '原因',
  choose: '请选择原因',
  remark: '给患者的说明',
  confirm: '确认拒诊',
  done: '已拒诊{{patient}}。',
  reasons: {
    otherSpecialty: '不属于本专科',
    needsVisit: '需要到院面诊',
    emergency: '急症，已建议急诊就医',
    unclear: '资料不足',
    noTime: '今日无法接诊',
    other: '其他原因',
  },
} as const;

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
  visitDetail: '{{date}}在{{hospital}}的就诊：{{diagnosis}}',
  orders: '医嘱',
  reports: '报告',
  prescriptions: '历史处方',
  noPrescriptions: '没有历史处方',
  rxTitle: '{{date}} · {{number}}',
  rxLine: '{{medicine}} {{specification}}：{{use}}',
} as const;

/** Texts of records, prescriptions and shortcuts, for side panels and the screens without chats, in Chinese. */
export const documents = {
  calls: documentCalls,
  chat: messages,
  decline,
  history,
  keys,
  numbers,
  palette,
  prescription,
  print,
  questions,
  record,
  templates,
} as const;
