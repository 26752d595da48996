import { emergencyType } from '../../../clinical/lifecycle/review.ts';
import { isolated } from '../../domain/direction.ts';
import type { ShownRow } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { usePatientWords } from '../patientFacts/patients.ts';

type Props = Pick<PrescriptionQueue, 'items'> & {
  /** What the skip opens; null if nothing else is free. */
  readonly next: Pick<ShownRow, 'item'> | null;
  readonly keys: string;
  readonly onSkip: () => void;
};

/** The folded queue above an open review: how much waits, whether anything of it is urgent, and what comes next. */
export function QueueStrip({ items, next, keys, onSkip }: Props) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const all = [...items.values()];
  const urgent = [
    { name: 'emergency', tone: 'danger', count: all.filter(({ rxType }) => rxType === emergencyType).length },
    { name: 'child', tone: 'info', count: all.filter(({ child }) => child).length },
  ] as const;
  return (
    <section className="queue-strip" aria-label={t('reviewing.queue')}>
      <span>{t('reviewing.count', { count: items.size })}</span>
      {urgent.map(({ name, tone, count }) =>
        count > 0 ? (
          <Badge key={name} tone={tone}>
            {t('reviewing.filters.choice', { label: t(`reviewing.${name}`), count })}
          </Badge>
        ) : null,
      )}
      <span className="queue-keys">{t('reviewing.keys.decide')}</span>
      {next ? (
        <Button size="sm" look="ghost" tone="neutral" aria-keyshortcuts={keys || undefined} onClick={onSkip}>
          <span>
            {t('reviewing.skipTo', { who: `${isolated(next.item.patient.name)} ${words.short(next.item.patient)}` })}
          </span>
          {keys ? <Kbd keys={keys} /> : null}
        </Button>
      ) : null}
    </section>
  );
}
