import { ChevronDown, SlidersHorizontal, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ServiceHours } from '../../../clinical/lifecycle/serviceTime.ts';
import type { AccountId } from '../../../contract/ids.ts';
import {
  countFilters,
  findingChoices,
  holderChoices,
  type QueueFilter,
  type QueueFilters as Values,
  waitedChoices,
} from '../../domain/queueView.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { Button } from '../../ui/Button.tsx';
import { useReview } from '../app/app.ts';
import { useServiceHours } from '../hooks/useServiceHours.ts';

import { useTicking } from '../hooks/useTicking.ts';
import { quarterMinute } from './useQueueView.ts';
import './queueFilters.css';

type Props = {
  readonly queue: PrescriptionQueue;
  readonly values: Values;
  readonly onChange: (name: QueueFilter, value: string) => void;
  readonly onClear: () => void;
};

type Choice = { readonly value: string; readonly label: string };

type Shown = {
  readonly queue: PrescriptionQueue;
  readonly values: Values;
  readonly me: AccountId;
  readonly now: number;
  readonly hours: ServiceHours;
  readonly words: Pick<ReturnType<typeof useTranslation>, 't' | 'language'>;
};

/** Every choice says how many prescriptions it would show. */
function choicesIn({ queue, values, me, now, hours, words: { t, language } }: Shown) {
  const counts = countFilters(queue, values, { me, now, hours });
  const count = (name: QueueFilter, value: string) => counts[name].get(value) ?? 0;
  const choice = (name: QueueFilter, value: string, label: string): Choice => ({
    value,
    label: t('reviewing.filters.choice', { label, count: count(name, value) }),
  });
  const names = new Map<string, string>();
  const doctors = new Set(values.doctor ? [values.doctor] : []);
  for (const { holder, doctorName } of queue.items.values()) {
    if (holder && holder.id !== me) names.set(holder.id, holder.name);
    if (doctorName) doctors.add(doctorName);
  }
  return {
    shown: counts.shown,
    total: queue.items.size,
    count,
    findings: findingChoices.map((value) => choice('findings', value, t(`reviewing.filters.findings.${value}`))),
    doctor: [...doctors].sort(new Intl.Collator(language).compare).map((name) => choice('doctor', name, name)),
    waited: waitedChoices.map((value) =>
      choice(
        'waited',
        value,
        value === 'overdue' ? t('reviewing.filters.overdue') : t('reviewing.filters.minutes', { count: Number(value) }),
      ),
    ),
    held: [
      ...holderChoices.map((value) => choice('held', value, t(`reviewing.filters.held.${value}`))),
      ...[...names].map(([id, name]) => choice('held', id, name)),
    ],
  };
}

function useChoices({ queue, values }: Pick<Props, 'queue' | 'values'>) {
  const { t, language } = useTranslation();
  const { owner } = useReview();
  const me = owner.userId;
  const now = useTicking(quarterMinute);
  const hours = useServiceHours();
  return useMemo(
    () => choicesIn({ queue, values, me, now, hours, words: { t, language } }),
    [queue, values, me, now, hours, t, language],
  );
}

/** The filters of the queue; where there is little room they are behind a button, but never how much they hide. */
export function QueueFilters({ queue, values, onChange, onClear }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const choices = useChoices({ queue, values });
  const chosen = Object.values(values).filter((value) => value !== '').length;
  return (
    <search className="queue-filters" aria-label={t('reviewing.filters.title')} data-shown={isOpen || undefined}>
      <Button
        size="sm"
        look="outline"
        tone="neutral"
        className="queue-filters-more"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" />
        <span>{chosen > 0 ? t('reviewing.filters.some', { count: chosen }) : t('reviewing.filters.title')}</span>
      </Button>
      <div className="queue-filters-all">
        {(['emergency', 'child', 'asked'] as const).map((name) => (
          <Button
            key={name}
            size="sm"
            look={values[name] ? 'solid' : 'outline'}
            tone={values[name] ? 'brand' : 'neutral'}
            aria-pressed={values[name] !== ''}
            onClick={() => onChange(name, values[name] ? '' : 'yes')}
          >
            {t('reviewing.filters.choice', { label: t(`reviewing.${name}`), count: choices.count(name, 'yes') })}
          </Button>
        ))}
        {(['findings', 'doctor', 'waited', 'held'] as const).map((name) => (
          <div key={name} className="ui-select" data-size="xs" data-chosen={values[name] ? '' : undefined}>
            <select
              aria-label={t(`reviewing.filters.names.${name}`)}
              value={values[name]}
              onChange={(event) => onChange(name, event.target.value)}
            >
              <option value="">{t('reviewing.filters.any', { name: t(`reviewing.filters.names.${name}`) })}</option>
              {choices[name].map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <ChevronDown aria-hidden="true" />
          </div>
        ))}
      </div>
      {chosen > 0 ? (
        <>
          <span className="queue-filters-count" role="status">
            {t('reviewing.filters.shown', { count: choices.shown, total: choices.total })}
          </span>
          <Button size="sm" look="ghost" tone="neutral" onClick={onClear}>
            <X aria-hidden="true" />
            <span>{t('reviewing.filters.clear')}</span>
          </Button>
        </>
      ) : null}
    </search>
  );
}
