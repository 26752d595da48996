import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useCallback, useState } from 'react';
import type { PrescriptionId } from '../../../contract/ids.ts';
import type { ShownRow } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { PaneBoundary } from '../../ui/ErrorPane.tsx';
import { isImeKey } from '../../ui/ime.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useApp, useReview } from '../app.ts';
import { useLiveFrame } from '../useLiveFrame.ts';
import { NoRows, QueueNotices } from './QueueNotices.tsx';
import { QueueSummary } from './QueueSummary.tsx';
import { QueueTable, useDepartureText } from './QueueTable.tsx';
import { ReviewPane } from './ReviewPane.tsx';
import { useDecisionNotice } from './useDecisionNotice.ts';
import { usePointerNear } from './usePointerNear.ts';
import { useQueueRows } from './useQueueRows.ts';
import './audit.css';

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const isWritten = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');

/** The auditor's desk: the live queue, and beside it the one prescription that is being reviewed. */
export function PrescriptionTask() {
  const { t } = useTranslation();
  const { report } = useApp();
  const { owner, queue, auditQueue } = useReview();
  const list = useLiveFrame(queue.queue);
  const open = useSelector(auditQueue, (s) => s.context.open);
  const [at, setAt] = useState({ focus: false, scrolled: false });
  const pointer = usePointerNear();
  const held = pointer.near || at.focus || at.scrolled;
  const { rows, waiting, lastLeft, showAll } = useQueueRows(list, held);
  const [activeId, setActiveId] = useState<PrescriptionId | null>(null);
  const [focusCall, setFocusCall] = useState(0);
  const departure = useDepartureText();
  useDecisionNotice(auditQueue);

  const isOpen = open !== null;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (!isOpen) {
      showAll();
      setFocusCall((calls) => calls + 1);
    }
  }
  const openRow = useCallback(
    ({ item }: Pick<ShownRow, 'item'>) => {
      setActiveId(item.id);
      auditQueue.send({ type: 'item.opened', id: item.id, version: item.version });
    },
    [auditQueue],
  );
  const move = (step: number) => {
    const now = rows.findIndex(({ item }) => item.id === activeId);
    const next = rows[Math.max(0, Math.min(rows.length - 1, now + step))];
    if (!next) return;
    setActiveId(next.item.id);
    setFocusCall((calls) => calls + 1);
  };
  /** Gives the open prescription back and takes the next one that is still there. */
  const skip = () => {
    const from = rows.findIndex(({ item }) => item.id === open?.id);
    const next = rows.slice(from + 1).find(({ left }) => left === null);
    if (next) openRow(next);
  };
  const press = (event: KeyboardEvent) => {
    const skips = event.key === 's' && open !== null;
    const step = steps[event.key] ?? (skips ? 0 : undefined);
    if (step === undefined || isImeKey(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isWritten(event.target)) return;
    event.preventDefault();
    if (skips) skip();
    else move(step);
  };
  const note = (part: Partial<typeof at>) => setAt((before) => ({ ...before, ...part }));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: J and K work wherever the focus is on this screen.
    <div className="audit" data-open={open ? '' : undefined} onKeyDown={press}>
      <div className="audit-queue">
        <PageHeader title={t('audit.title')}>
          <QueueSummary items={list.items} />
        </PageHeader>
        <QueueNotices state={list.state} empty={rows.length === 0} onRetry={queue.refresh} />
        <p className="audit-line" role="status">
          {lastLeft ? (
            <>
              <b data-numeric="">{lastLeft.item.prescriptionNo}</b> {lastLeft.item.patient.name}:{' '}
              {departure(lastLeft.left)}
            </>
          ) : null}
        </p>
        {waiting > 0 ? (
          <Button size="sm" look="subtle" className="audit-new" onClick={showAll}>
            {t('audit.newRows', { count: waiting })}
          </Button>
        ) : null}
        {rows.length === 0 ? (
          <NoRows state={list.state} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: only notes that somebody is at the rows, which then stay put.
          <div
            className="audit-rows"
            {...pointer.guard}
            onFocus={() => note({ focus: true })}
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) note({ focus: false });
            }}
          >
            <QueueTable
              rows={rows}
              me={owner.userId}
              openId={open?.id ?? null}
              activeId={activeId}
              onOpen={openRow}
              onScrolled={(scrolled) => note({ scrolled })}
              focusCall={focusCall}
            />
          </div>
        )}
        <p className="audit-keys">{t('audit.keys')}</p>
      </div>
      {open ? (
        <PaneBoundary
          title={t('common.pane.crashed')}
          text={t('common.pane.crashedHint')}
          retryLabel={t('common.actions.retry')}
          onError={report}
          resetKeys={[open.id]}
        >
          <ReviewPane key={open.id} item={list.items.get(open.id) ?? null} />
        </PaneBoundary>
      ) : null}
    </div>
  );
}
