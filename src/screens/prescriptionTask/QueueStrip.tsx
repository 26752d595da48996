import { isolated } from '../../domain/direction.ts';
import { emergency, type ShownRow } from '../../domain/reviewQueue.ts';
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
    { name: 'emergency', tone: 'danger', count: all.filter(({ rxType }) => rxType === emergency).length },
    { name: 'child', tone: 'info', count: all.filter(({ child }) => child).length },
  ] as const;
  return (
    <section className="audit-strip" aria-label={t('audit.queue')}>
      <span>{t('audit.count', { count: items.size })}</span>
      {urgent.map(({ name, tone, count }) =>
        count > 0 ? (
          <Badge key={name} tone={tone}>
            {t('audit.filters.choice', { label: t(`audit.${name}`), count })}
          </Badge>
        ) : null,
      )}
      <span className="audit-keys">{t('audit.keys.decide')}</span>
      {next ? (
        <Button size="sm" look="ghost" tone="neutral" aria-keyshortcuts={keys || undefined} onClick={onSkip}>
          <span>
            {t('audit.skipTo', { who: `${isolated(next.item.patient.name)} ${words.short(next.item.patient)}` })}
          </span>
          {keys ? <Kbd keys={keys} /> : null}
        </Button>
      ) : null}
    </section>
  );
}
