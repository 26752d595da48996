import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { Delivery } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';

const pictures = {
  queued: Clock,
  sending: Clock,
  held: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
};

/** How far an own message has come, as a picture with its words. */
export function DeliveryMark({ state }: { state: Delivery['state'] }) {
  const { t } = useTranslation();
  const Picture = pictures[state];
  return (
    <span className="chat-delivery" data-state={state}>
      <Picture size={14} aria-hidden="true" />
      <span>{t(`chat.delivery.${state}`)}</span>
    </span>
  );
}
