import { useTranslation } from '../../locales/i18n.ts';

type Props = { readonly loss: 'session' | 'volatile' | 'failed' };

/** Says what is lost when this page is closed. */
export function StorageWarning({ loss }: Props) {
  const { t } = useTranslation();
  return (
    <p className="app-strip" role="status">
      {t(`storageWarning.${loss}`)}
    </p>
  );
}
