import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { type Consultation, phase } from '../../machines/consultation.ts';

/** The papers of a patient, one of which can stand beside the chat. */
export const papers = ['record', 'prescription', 'history'] as const;
export type Paper = (typeof papers)[number];

/** What each open pane shows beside its chat, and over it where there is no room beside. */
export type PaperChoice = { readonly beside: Paper | null; readonly over: Paper | null };

export const firstChoice: PaperChoice = { beside: 'record', over: null };

export type PaperChoices = Readonly<Record<OrderId, PaperChoice>>;

type Snapshot = Parameters<typeof phase>[0];
const isActive = (s: Snapshot): boolean => phase(s) === 'active';

const beforeAccepting: readonly Paper[] = ['history'];

/** A patient who still waits has a past, but no papers of this consultation yet. */
export const availablePapers = (s: Snapshot): readonly Paper[] => {
  const stage = phase(s);
  return stage === 'awaiting' || stage === 'accepting' || stage === 'lost' ? beforeAccepting : papers;
};

/** Tells the consultation which of its papers is being worked on, as soon as and as long as it is active. */
export function usePaperInUse(consultation: Consultation, paper: Paper | null): void {
  const active = useSelector(consultation, isActive);
  useEffect(() => {
    if (!active || paper === null || paper === 'history') return;
    consultation.send({ type: `${paper}.opened` });
    return () => consultation.send({ type: `${paper}.closed` });
  }, [consultation, active, paper]);
}
