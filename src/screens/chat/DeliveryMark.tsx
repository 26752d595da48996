import type { Delivery } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';

/** How far an own message has come, in words; its tick is drawn by the style sheet: rows are drawn hundreds of times. */
export function DeliveryMark({ state }: { state: Delivery['state'] }) {
  const { t } = useTranslation();
  return (
    <span className="chat-delivery" data-state={state}>
      {t(`chat.delivery.${state}`)}
    </span>
  );
}
