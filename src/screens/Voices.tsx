import { useTranslation } from '../locales/i18n.ts';
import { Announcer } from '../ui/Announcer.tsx';
import type { AnnouncerStore } from '../ui/announcer.ts';
import { Toasts } from '../ui/Toasts.tsx';
import type { ToastStore } from '../ui/toasts.ts';

type Props = { readonly toasts: ToastStore; readonly announcer: AnnouncerStore };

/** What the product says on its own: toasts to everybody, announcements to screen readers. */
export function Voices({ toasts, announcer }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Toasts store={toasts} label={t('layout.toasts')} closeLabel={t('common.actions.close')} />
      <Announcer store={announcer} />
    </>
  );
}
