import { useMemo } from 'react';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { draftKey, type ReplyDraft } from '../../domain/drafts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp, useWork } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';

/** What the doctor had typed when the consultation ended, whole, to be copied or discarded. */
export function UnsentReply({ orderId }: { readonly orderId: OrderId }) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { drafts } = useWork();
  const key = draftKey('reply', orderId);
  const draft$ = useMemo(() => drafts.draft<ReplyDraft>(key), [drafts, key]);
  const text = useLive(draft$)?.value.text ?? '';
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toasts.show({ tone: 'success', text: t('chat.copied') }),
      () => toasts.show({ tone: 'warning', text: t('workspace.finish.unsentReply.notCopied') }),
    );
  if (isBlank(text)) return null;
  return (
    <section className="pane-unsent" aria-label={t('workspace.finish.unsentReply.title')}>
      <strong>{t('workspace.finish.unsentReply.title')}</strong>
      <p dir="auto">{text}</p>
      <div>
        <Button size="sm" look="ghost" tone="neutral" onClick={() => drafts.drop(key)}>
          {t('workspace.finish.unsentReply.discard')}
        </Button>
        <Button size="sm" look="outline" tone="neutral" onClick={() => void copy()}>
          {t('workspace.finish.unsentReply.copy')}
        </Button>
      </div>
    </section>
  );
}
