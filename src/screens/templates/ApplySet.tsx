import { useCallback, useMemo } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { mostEntries } from '../../../contract/settingBounds.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { isSameOrder } from '../../domain/rxLines.ts';
import {
  type ApplyMode,
  lineChanges,
  type Resolved,
  type RxOffer,
  resolved,
  withOffer,
} from '../../domain/rxTemplates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { draftOf } from '../../machines/selectors/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { useKept } from '../forms/useKept.ts';
import { useQuery } from '../lists/usePages.ts';
import type { DraftUse } from '../prescription/useDraft.ts';
import { LineDifference } from './LineDifference.tsx';

/** Asks the pharmacy for every medicine of an offer; a medicine without an answer counts as not answered. */
function useResolved({ lines }: RxOffer, warehouseId: WarehouseId) {
  const { api } = useApp();
  return useQuery<readonly Resolved[]>(
    useCallback(
      async (signal: AbortSignal) => {
        const drugIds = [...new Set(lines.map(({ drugId }) => drugId))];
        const [stocks, ...places] = await Promise.all([
          api.getDrugInventory({ warehouseId, drugIds }, { signal, quiet: true }),
          ...drugIds.map((id) => api.findDrugInventory({ id }, { signal, quiet: true })),
        ]);
        if (!stocks.ok) return stocks;
        const placesOf = (id: string): readonly Drug[] | null => {
          const answer = places[drugIds.findIndex((one) => String(one) === id)];
          return answer?.ok ? answer.data : null;
        };
        return {
          ok: true as const,
          data: lines.map((line) => resolved(line, placesOf(line.drugId), stocks.data, warehouseId)),
        };
      },
      [api, lines, warehouseId],
    ),
  );
}

/** Writes the offer into the draft, and offers to take it back while nothing else was changed. */
function useApply(prescription: PrescriptionActor, change: DraftUse['change']) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  return (name: string, edit: (draft: RxDraft) => RxDraft) => {
    let before: RxDraft | null = null;
    let after: RxDraft | null = null;
    change((now) => {
      before = now;
      after = edit(now);
      return after;
    });
    const [old, applied] = [before as RxDraft | null, after as RxDraft | null];
    const undo = () => {
      const now = draftOf(prescription.getSnapshot());
      const isUnchanged = old !== null && applied !== null && isSameOrder(now, applied);
      if (isUnchanged) prescription.send({ type: 'draft.changed', draft: old });
      toasts.show({
        tone: isUnchanged ? 'success' : 'warning',
        text: t(isUnchanged ? 'templates.apply.undone' : 'templates.apply.notUndone'),
      });
    };
    toasts.show({
      tone: 'success',
      text: t('templates.apply.applied', { name }),
      action: { label: t('templates.apply.undo'), run: undo },
      lastsMs: limits.undoMs,
    });
  };
}

type Props = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  readonly change: DraftUse['change'];
  readonly offer: RxOffer;
  readonly name: string;
  readonly onApplied: () => void;
  readonly onBack: () => void;
};

/** Shows what an offer changes on the prescription before it is taken over. */
export function ApplySet(props: Props) {
  const { t } = useTranslation();
  const { draft, onBack } = props;
  if (draft.warehouseId === null)
    return (
      <>
        <Notice tone="warning" title={t('templates.rx.noPharmacy')} />
        <div className="tpl-foot">
          <Button look="outline" tone="neutral" onClick={onBack}>
            {t('templates.form.back')}
          </Button>
        </div>
      </>
    );
  return <AskedSet {...props} warehouseId={draft.warehouseId} />;
}

function AskedSet({ warehouseId, ...props }: Props & { readonly warehouseId: WarehouseId }) {
  const { t } = useTranslation();
  const answer = useResolved(props.offer, warehouseId);
  if (answer.state === 'failed')
    return (
      <ErrorPane
        title={t('templates.apply.failed')}
        text={answer.failure.message}
        retryLabel={t('common.actions.retry')}
        onRetry={answer.reload}
      />
    );
  if (answer.state === 'loading') return <Skeleton loading label={t('templates.apply.loading')} lines={4} />;
  return <SetDifference {...props} lines={answer.data} />;
}

function SetDifference(props: Props & { readonly lines: readonly Resolved[] }) {
  const { prescription, draft, change, offer, name, lines, onApplied, onBack } = props;
  const { t, language } = useTranslation();
  const apply = useApply(prescription, change);
  const [mode, setMode] = useKept<ApplyMode>('mode', 'add');
  const after = useMemo(() => withOffer(draft, offer, lines, mode, language), [draft, offer, lines, mode, language]);
  const changes = lineChanges(draft, after);
  const isNothing = isSameOrder(draft, after);
  const noneLeft = lines.every(({ outcome }) => outcome !== 'found');
  const tooMany = after.lines.length > mostEntries;
  return (
    <>
      {draft.lines.length > 0 ? (
        <fieldset className="tpl-modes">
          <legend>{t('templates.apply.mode')}</legend>
          {(['add', 'replace'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="tpl-mode" checked={mode === one} onChange={() => setMode(one)} />
              <span>{t(`templates.apply.${one}`)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <LineDifference before={draft} after={after} changes={changes} lines={lines} />
      {noneLeft ? <Notice tone="warning" title={t('templates.apply.noneLeft')} /> : null}
      {isNothing && !noneLeft ? <p className="tpl-note">{t('templates.apply.nothing')}</p> : null}
      {tooMany ? (
        <Notice
          tone="danger"
          urgent
          title={t('templates.apply.tooMany', { count: after.lines.length, most: mostEntries })}
        />
      ) : null}
      <div className="tpl-foot">
        <Button look="outline" tone="neutral" onClick={onBack}>
          {t('templates.form.back')}
        </Button>
        <Button
          autoFocus
          disabled={isNothing || tooMany || (noneLeft && mode === 'replace')}
          onClick={() => {
            apply(name, (now) => withOffer(now, offer, lines, mode, language));
            onApplied();
          }}
        >
          {t('templates.apply.apply')}
        </Button>
      </div>
    </>
  );
}
