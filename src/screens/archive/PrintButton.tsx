import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { Transcript } from '../../streams/transcript.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { useShortcut } from '../keyboard/useShortcut.ts';
import { useLive } from '../useLive.ts';

type Props = { readonly read: Transcript };

/** Prints the whole consultation: what has not been read of the transcript is fetched first, and the button says how far that is. */
export function PrintButton({ read }: Props) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [loading, setLoading] = useState(false);
  async function print() {
    if (loading) return;
    setLoading(true);
    const whole = await read.all();
    setLoading(false);
    if (whole) window.print();
    else toasts.show({ tone: 'danger', text: t('orders.archive.printFailed') });
  }
  useShortcut('print', () => void print());
  return (
    <>
      <Button look="outline" size="sm" busy={loading} onClick={() => void print()}>
        <Printer aria-hidden="true" />
        {t('orders.archive.print')}
      </Button>
      {loading ? <Progress read={read} /> : null}
    </>
  );
}

function Progress({ read }: Props) {
  const { t } = useTranslation();
  const { length } = useLive(read.timeline$).messages;
  return (
    <span role="status" className="archive-progress">
      {t('orders.archive.printLoading', { count: length })}
    </span>
  );
}
