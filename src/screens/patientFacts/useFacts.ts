import { useCallback, useEffect, useState } from 'react';
import type { OrderId, PatientId } from '../../../contract/ids.ts';
import { asConfirmed, type FactChange, isMeasureQuestion } from '../../domain/measureQuestion.ts';
import { useApp, useWork } from '../app/app.ts';
import { usePending } from '../hooks/usePending.ts';
import { useQuery } from '../lists/usePages.ts';
import { useSaveFacts } from './useSaveFacts.ts';

export type { FactChange };

type Question = { readonly text: string; readonly answer: (isRight: boolean) => void };

/** The statements about the patient of an order, and how to change them. Changes made elsewhere appear by themselves. */
export function useFacts(orderId: OrderId, patientId: PatientId) {
  const { api } = useApp();
  const { patientChanged$ } = useWork();
  const store = useSaveFacts(orderId);
  const query = useQuery(
    useCallback((signal: AbortSignal) => api.getPatientFacts({ orderId }, { signal, quiet: true }), [api, orderId]),
  );
  const { refresh } = query;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, pending] = usePending();
  useEffect(() => {
    const changes = patientChanged$.subscribe((id) => (id === null || id === patientId) && refresh());
    return () => changes.unsubscribe();
  }, [patientChanged$, patientId, refresh]);

  /** What the platform asks about a measure, until the person answers. */
  const [question, setQuestion] = useState<Question | null>(null);

  /** Whether the person says that an implausible measure is right. */
  async function isRight(text: string): Promise<boolean> {
    const answered = await new Promise<boolean>((answer) => setQuestion({ text, answer }));
    setQuestion(null);
    return answered;
  }

  /** Stores the changes; false if they were refused, so that a form keeps what was typed. */
  async function save(changes: FactChange[]): Promise<boolean> {
    question?.answer(false);
    setProblem(null);
    const answer = await pending(store(changes));
    if (!answer.ok && isMeasureQuestion(answer.failure))
      return (await isRight(answer.failure.message)) && save(changes.map(asConfirmed));
    if (!answer.ok) {
      setProblem(answer.failure.message);
      return false;
    }
    void refresh();
    return true;
  }
  return { orderId, query, save, busy, problem, question };
}

export type Facts = ReturnType<typeof useFacts>;
