import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Facts } from './useFacts.ts';

/** The platform's question about an implausible measure; nothing is stored before it is answered. */
export function MeasureQuestion({ question }: Pick<Facts, 'question'>) {
  const { t } = useTranslation();
  if (question === null) return null;
  return (
    <Notice
      tone="warning"
      urgent
      title={question.text}
      actions={
        <>
          <Button size="sm" onClick={() => question.answer(false)}>
            {t('record.facts.correct')}
          </Button>
          <Button size="sm" look="outline" tone="neutral" onClick={() => question.answer(true)}>
            {t('record.facts.isRight')}
          </Button>
        </>
      }
    />
  );
}
