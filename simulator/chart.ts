import * as z from 'zod/mini';
import {
  type ConversationEvent,
  type ImMessage,
  MessageType,
  NoticeContent,
  PatientCardContent,
  SenderType,
  TextContent,
} from '../contract/im.ts';

/** Status of an order; the numbers are the platform's. */
export const Standing = { awaiting: 10, active: 20, finished: 30 } as const;

/** A patient's view of a consultation, from its events alone. */
export type Chart = {
  status: number;
  version: number;
  complaint: string | null;
  /** The doctor's messages with their seq. */
  heard: readonly { seq: number; text: string }[];
  /** The patient's own texts, and the seq of their last message. */
  spoken: readonly string[];
  spokenSeq: number;
};

export const emptyChart = (status: number, version: number): Chart => ({
  status,
  version,
  complaint: null,
  heard: [],
  spoken: [],
  spokenSeq: 0,
});

function read<T>(schema: z.ZodMiniType<T>, content: string): T | null {
  try {
    return z.parse(schema, JSON.parse(content));
  } catch {
    return null;
  }
}

/** A doctor's message as text. A prescription has no language, so it does not change the patient's. */
function wordsOf({ type, content }: ImMessage): string {
  if (type === MessageType.text) return read(TextContent, content)?.content ?? '';
  return type === MessageType.prescriptionCard ? '℞' : '';
}

function withMessage(chart: Chart, message: ImMessage): Chart {
  const { seq, type, senderType, content } = message;
  if (type === MessageType.patientCard)
    return { ...chart, complaint: read(PatientCardContent, content)?.chiefComplaint ?? null };
  if (senderType === SenderType.patient) {
    const text = type === MessageType.text ? read(TextContent, content)?.content : undefined;
    return { ...chart, spokenSeq: seq, spoken: text === undefined ? chart.spoken : [...chart.spoken, text] };
  }
  if (senderType === SenderType.doctor)
    return { ...chart, heard: [...chart.heard, { seq, text: wordsOf(message) }].slice(-20) };
  const isReminder = type === MessageType.notice && read(NoticeContent, content)?.code === 'order.reminded';
  return isReminder ? { ...chart, heard: [...chart.heard, { seq, text: '' }] } : chart;
}

/** The chart after one more event. */
export function chartAfter(chart: Chart, event: ConversationEvent): Chart {
  if (event.kind === 'message') return withMessage(chart, event.message);
  if (event.kind === 'order' && event.version >= chart.version)
    return { ...chart, status: event.status, version: event.version };
  return chart;
}

/** The doctor's messages that the patient has not answered. */
export const unanswered = ({ heard, spokenSeq }: Chart, answeredSeq: number) =>
  heard.filter(({ seq }) => seq > Math.max(spokenSeq, answeredSeq));
