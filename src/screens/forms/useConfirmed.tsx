import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { usePending } from '../hooks/usePending.ts';

/** Steps that are confirmed first: which one is asked about, whether it runs, and why the platform refused the last one. */
export function useConfirmed<Step extends string>() {
  const [asking, setAsking] = useState<Step | null>(null);
  const [busy, pending] = usePending();
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    asking,
    busy,
    refusal,
    ask(step: Step | null) {
      setRefusal(null);
      setAsking(step);
    },
    async run<Data>(call: Promise<Answer<Data>>, onDone: (data: Data) => void) {
      const answer = await pending(call);
      setAsking(null);
      if (answer.ok) onDone(answer.data);
      else setRefusal(answer.failure.message);
    },
  };
}

type Props<Step extends string> = {
  readonly steps: ReturnType<typeof useConfirmed<Step>>;
  readonly title: string;
  readonly confirmLabel: string;
  /** Steps that take something away. */
  readonly dangerous: readonly Step[];
  readonly onConfirm: (step: Step) => void;
  /** What will happen. */
  readonly children: ReactNode;
};

/** The question before a step, and above it why the platform refused the last one. */
export function ConfirmedStep<Step extends string>({ steps, dangerous, onConfirm, ...texts }: Props<Step>) {
  const { t } = useTranslation();
  const { asking, busy, refusal, ask } = steps;
  return (
    <>
      {refusal ? (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
      <ConfirmDialog
        {...texts}
        open={asking !== null}
        busy={busy}
        tone={asking && dangerous.includes(asking) ? 'danger' : 'brand'}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        onConfirm={() => asking && onConfirm(asking)}
        onCancel={() => ask(null)}
      />
    </>
  );
}
