import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  /** What could not be loaded. */
  readonly title: string;
  readonly onRetry: (() => void) | undefined;
};

/** Part of the home screen that failed to load, with a button to load it again. */
export function FailedNotice({ title, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="danger"
      title={title}
      actions={
        <Button size="sm" look="outline" tone="neutral" onClick={onRetry}>
          {t('common.actions.retry')}
        </Button>
      }
    />
  );
}
