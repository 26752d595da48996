import { useTranslation } from '../../locales/i18n.ts';
import { Announcer, type AnnouncerStore } from '../../ui/Announcer.tsx';
import { type ToastStore, Toasts } from '../../ui/Toasts.tsx';

type Props = { readonly toasts: ToastStore; readonly announcer: AnnouncerStore };

/** Toasts, and announcements for screen readers. */
export function ToastsAndAnnouncer({ toasts, announcer }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Toasts store={toasts} label={t('layout.toasts')} closeLabel={t('common.actions.close')} />
      <Announcer store={announcer} />
    </>
  );
}
