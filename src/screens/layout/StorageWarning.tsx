import { useTranslation } from '../../locales/i18n.ts';

type Props = { readonly loss: 'session' | 'volatile' | 'failed' | 'unread' };

/** Says what is lost when this page is closed, or what is missing on it now. */
export function StorageWarning({ loss }: Props) {
  const { t } = useTranslation();
  return (
    <p className="app-strip" role="status">
      {t(`storageWarning.${loss}`)}
    </p>
  );
}
