import { useState } from 'react';
import type { Leave } from '../../../contract/extension/schedule.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useApp } from '../app/app.ts';
import { usePending } from '../hooks/usePending.ts';
import type { Basis } from './DayPlan.tsx';
import { useDayWords } from './planWords.ts';

type ListProps = {
  readonly leaves: readonly Leave[];
  readonly basis: Basis;
  readonly onChanged: (text: string) => void;
};

/** Present and future leave, each with the button to end it. */
export function LeaveList({ leaves, basis, onChanged }: ListProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const words = useDayWords();
  const [ending, setEnding] = useState<Leave | null>(null);
  const [busy, pending] = usePending();
  const [refusal, setRefusal] = useState<string | null>(null);
  const open = (leave: Leave | null) => {
    setEnding(leave);
    setRefusal(null);
  };
  async function end({ id }: Leave) {
    const answer = await pending(api.endLeave({ ...basis, id }, { quiet: true }));
    if (!answer.ok) return setRefusal(answer.failure.message);
    open(null);
    onChanged(t('schedule.leave.ended'));
  }
  return (
    <section className="plan-leave" aria-label={t('schedule.leave.title')}>
      <h3>{t('schedule.leave.title')}</h3>
      {leaves.length === 0 ? <p className="card-note">{t('schedule.leave.none')}</p> : null}
      <ul>
        {leaves.map((leave) => {
          const days = { from: words.short(leave.from), to: words.short(leave.to) };
          return (
            <li key={leave.id}>
              <span>
                <strong>{t('schedule.leave.days', days)}</strong>
                <span>{` ${t(`schedule.leave.kinds.${leave.kind}`)}`}</span>
                {leave.note ? <small>{leave.note}</small> : null}
              </span>
              <Button
                size="sm"
                look="outline"
                tone="neutral"
                aria-label={t('schedule.leave.endOne', days)}
                onClick={() => open(leave)}
              >
                {t('schedule.leave.end')}
              </Button>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        title={t('schedule.leave.endTitle')}
        confirmLabel={t('schedule.leave.end')}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        busy={busy}
        onConfirm={() => (ending ? void end(ending) : undefined)}
        onCancel={() => open(null)}
      >
        <p>{t('schedule.leave.endText')}</p>
        {refusal ? (
          <p className="form-refusal" role="alert">
            {refusal}
          </p>
        ) : null}
      </ConfirmDialog>
    </section>
  );
}
