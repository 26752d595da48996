import type * as z from 'zod/mini';
import type { KnownFact } from '../../clinical/facts/summaryOfStored.ts';
import { beginningOf } from '../../clinical/words/beginningOf.ts';
import type { MessageBrief } from '../../contract/http/consult.ts';
import { FileContent, MessageStatus, MessageType, NoticeContent, TextContent } from '../../contract/im.ts';
import type { Language } from '../accounts/caller.ts';
import { noticeText } from '../messages/notices.ts';
import type { ConsultationTexts } from '../patients/knownPatient.ts';

type Brief = z.input<typeof MessageBrief>;

/** What a list shows of an order besides its row: conversation, doctor, record, prescriptions, statements about the patient. */
export type OrderSummary = {
  headSeq: number;
  lastMsg: Brief | null;
  unread: number;
  waitingSince: number | null;
  doctorName: string | null;
  caseId: string | null;
  answerTime: number | null;
  answerSeq: number | null;
  noAnswerSeq: number | null;
  recordSignTime: number | null;
  prescriptionIds: string[];
  facts: readonly KnownFact[];
  /** The record's texts that may mention an allergy. */
  record: RecordTexts;
};

type RecordTexts = Omit<ConsultationTexts, 'complaints'> & { presentIllness: string };

/** A statement as the database gives it. */
type FactRow = Omit<KnownFact, 'by'> & { by: string | null; byEn: string | null };

/** A row of the statement that reads summaries. */
export type SummaryRow = {
  order_id: unknown;
  last_seq: number;
  seq: number | null;
  type: number | null;
  sender_type: number | null;
  status: number | null;
  content: string | null;
  send_time: unknown;
  unread: number;
  since: unknown;
  doctor: string | null;
  doctor_en: string | null;
  case_id: unknown;
  answer_time: unknown;
  answer_seq: number | null;
  no_answer_seq: number | null;
  sign_time: unknown;
  prescriptions: string | null;
  facts: FactRow[] | null;
  allergy_history: string | null;
  past_history: string | null;
  personal_history: string | null;
  present_illness: string | null;
  settings: Record<string, unknown>;
};

const maxLetters = 120;

const textOf: Readonly<Record<number, (content: unknown, language: Language) => string>> = {
  [MessageType.text]: (content) => TextContent.safeParse(content).data?.content ?? '',
  [MessageType.notice]: (content, language) => {
    const notice = NoticeContent.safeParse(content);
    return notice.success ? noticeText(notice.data, language) : '';
  },
  [MessageType.file]: (content) => FileContent.safeParse(content).data?.name ?? '',
};

/** The beginning of a message's text; empty for pictures and cards, which clients name by their type. */
function summaryOf({ type, status, content }: SummaryRow, language: Language): string {
  const readText = type === null || status === MessageStatus.recalled ? undefined : textOf[type];
  return readText === undefined ? '' : beginningOf(readText(JSON.parse(content ?? 'null'), language), maxLetters);
}

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));

/** The summary of a row, with texts in the reader's language. */
export function summaryFrom(row: SummaryRow, language: Language): OrderSummary {
  const { seq, type, sender_type: senderType, unread } = row;
  const lastMsg =
    seq === null || type === null || senderType === null
      ? null
      : { seq, type, senderType, summary: summaryOf(row, language), sendTime: Number(row.send_time) };
  return {
    headSeq: row.last_seq,
    lastMsg,
    unread,
    waitingSince: numberOf(row.since),
    doctorName: language === 'en' && row.doctor_en ? row.doctor_en : row.doctor,
    caseId: row.case_id === null ? null : String(row.case_id),
    answerTime: numberOf(row.answer_time),
    answerSeq: row.answer_seq,
    noAnswerSeq: row.no_answer_seq,
    recordSignTime: numberOf(row.sign_time),
    prescriptionIds: row.prescriptions?.split(',') ?? [],
    facts: (row.facts ?? []).map(({ by, byEn, ...fact }) => ({
      ...fact,
      by: by === null ? null : { zh: by, en: byEn || by },
    })),
    record: {
      inRecord: row.allergy_history ?? '',
      histories: [row.past_history ?? '', row.personal_history ?? ''],
      presentIllness: row.present_illness ?? '',
    },
  };
}

/** The summary of an order without a conversation. */
export const emptySummary: OrderSummary = {
  headSeq: 0,
  lastMsg: null,
  unread: 0,
  waitingSince: null,
  doctorName: null,
  caseId: null,
  answerTime: null,
  answerSeq: null,
  noAnswerSeq: null,
  recordSignTime: null,
  prescriptionIds: [],
  facts: [],
  record: { inRecord: '', histories: [], presentIllness: '' },
};
