import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { usePending } from '../hooks/usePending.ts';

type Props = {
  readonly name: string;
  readonly retired: boolean;
  readonly retire: (retired: boolean) => Promise<Answer<unknown>>;
  readonly onDone: () => void;
};

/** Retires an entry, or puts it back; both can be undone with the same button. The call itself shows a failure. */
export function RetireButton({ name, retired, retire, onDone }: Props) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [busy, pending] = usePending();
  async function change() {
    const answer = await pending(retire(!retired));
    if (!answer.ok) return;
    toasts.show({ tone: 'success', text: t(retired ? 'catalogues.restoredNow' : 'catalogues.retiredNow', { name }) });
    onDone();
  }
  return (
    <Button size="sm" look="outline" tone={retired ? 'neutral' : 'danger'} busy={busy} onClick={() => void change()}>
      {t(retired ? 'catalogues.restore' : 'catalogues.retire')}
    </Button>
  );
}
