import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { isSaveTroubled, savedTime, saveState } from '../../machines/selectors/record.ts';
import { StatusDot } from '../../ui/Badge.tsx';
import { dateTimeText, daysBetween, timeText } from '../../ui/format.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';

const tones = { saved: 'success', saving: 'neutral', unsaved: 'warning', none: 'neutral' } as const;
const names = { saved: 'saved', saving: 'saving', unsaved: 'notSaved', none: 'saved' } as const;

/** Whether the shown text is stored, and since when; screen readers announce only problems, not every save. */
export function SaveStatus({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const state = useSelector(record, saveState);
  const savedAt = useSelector(record, savedTime);
  const trouble = useSelector(record, isSaveTroubled);
  const savedText = () => {
    if (savedAt === null) return t('record.savedNever');
    const today = daysBetween(savedAt, now, where.zone) === 0;
    return t('record.saved', { time: today ? timeText(savedAt, where) : dateTimeText(savedAt, where) });
  };
  const text = state === 'saving' ? t('record.saving') : state === 'unsaved' ? t('record.notSaved') : savedText();
  return (
    <StatusDot
      name={t(`common.state.${names[state]}`)}
      tone={trouble ? 'danger' : tones[state]}
      text={text}
      aria-live={trouble ? 'polite' : 'off'}
    />
  );
}
