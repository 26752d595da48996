import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { limits } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, finalAt } from '../../machines/consultation.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { useTicking } from '../useTicking.ts';

type Props = { readonly consultation: Consultation; readonly patient: string };

/** The seconds in which an announced ending can still be undone. */
export function UndoBar({ consultation, patient }: Props) {
  const { t } = useTranslation();
  const { announcer } = useApp();
  const bar = useRef<HTMLDivElement>(null);
  const at = useSelector(consultation, finalAt) ?? 0;
  const seconds = useTicking((now) => Math.max(0, Math.ceil((at - now) / 1000)));
  useEffect(() => announcer.say(t('workspace.finish.announced', { patient })), [announcer, t, patient]);
  useEffect(() => {
    // Who has gone on to another patient, or ended it from another window, keeps the caret where it is.
    const { activeElement, body } = document;
    const here = bar.current?.closest('.pane');
    if (activeElement === body || here?.contains(activeElement)) bar.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div className="pane-undo" ref={bar}>
      <p>{t('workspace.finish.undoable', { seconds })}</p>
      <progress aria-hidden="true" max={limits.undoMs / 1000} value={seconds} />
      <Button size="sm" look="outline" onClick={() => consultation.send({ type: 'finish.undone' })}>
        {t('workspace.finish.undo')}
      </Button>
    </div>
  );
}
