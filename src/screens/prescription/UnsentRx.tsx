import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { TabCopy } from '../../domain/drafts.ts';
import { isCurrent, RxDraft } from '../../domain/rxDraft.ts';
import { contentOf, contentOfDraft, isSameAsIssued, type RxContent } from '../../domain/rxVersions.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { canStartAnew, latestOf, orderIdOf } from '../../machines/selectors/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useWork } from '../app/app.ts';
import { useCopies } from '../hooks/useCopies.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { VersionChanges } from './VersionChanges.tsx';

/** Prescriptions with at least one medicine that were written in windows of this person and not sent. */
function useUnsent(prescription: PrescriptionActor, places: readonly TabCopy['place'][]) {
  const { copies, drop } = useCopies('prescription', useSelector(prescription, orderIdOf));
  const unsent = copies
    .filter(({ place }) => places.includes(place))
    .flatMap((copy) => {
      const { data } = RxDraft.safeParse(copy.value);
      return data && data.lines.length > 0 ? [{ copy, draft: data }] : [];
    });
  return { unsent, drop };
}

const inForce: readonly number[] = [
  PrescriptionStatus.pending,
  PrescriptionStatus.approved,
  PrescriptionStatus.dispensed,
];

type Two = { readonly before: RxContent; readonly after: RxContent; readonly label: string };

function TwoVersions({ before, after, label, open = true }: Two & { readonly open?: boolean }) {
  return (
    <details className="versions" open={open}>
      <summary>{label}</summary>
      <VersionChanges before={before} after={after} />
    </details>
  );
}

type UnsentProps = {
  readonly title: string;
  readonly copy: TabCopy;
  readonly versions: Two;
  readonly take: ReactNode;
  readonly onDiscard: () => void;
};

function UnsentText({ title, copy, versions, take, onDiscard }: UnsentProps) {
  const { t } = useTranslation();
  const where = useLocale();
  return (
    <section aria-label={title}>
      <Notice
        tone="warning"
        title={title}
        actions={
          <>
            <Button size="sm" look="ghost" tone="neutral" onClick={onDiscard}>
              {t('prescription.unsent.discard')}
            </Button>
            {take}
          </>
        }
      >
        {t('prescription.unsent.text', { time: dateTimeText(copy.savedAt, where) })}
      </Notice>
      <TwoVersions {...versions} />
    </section>
  );
}

type IssuedProps = { readonly prescription: PrescriptionActor; readonly rx: Rx };

/** Below an issued prescription: what another window wrote for the same consultation and could not send. */
export function UnsentBeside({ prescription, rx }: IssuedProps) {
  const { t } = useTranslation();
  const { newRequestId } = useWork();
  const { unsent, drop } = useUnsent(prescription, ['here', 'left']);
  const startable = useSelector(prescription, canStartAnew);
  function take(copy: TabCopy, draft: RxDraft) {
    const editing = isCurrent(draft, rx) ? draft.editing : null;
    prescription.send({ type: 'prescription.started', draft: { ...draft, editing, requestId: newRequestId() } });
    drop(copy);
  }
  return unsent
    .filter(({ draft }) => !isSameAsIssued(draft, rx))
    .map(({ copy, draft }) => (
      <UnsentText
        key={copy.tab}
        copy={copy}
        title={t('prescription.unsent.title')}
        versions={{
          before: contentOf(rx),
          after: contentOfDraft(draft),
          label: t('prescription.unsent.besideIssued', { number: rx.prescriptionNo }),
        }}
        onDiscard={() => drop(copy)}
        take={
          startable ? (
            <Button size="sm" onClick={() => take(copy, draft)}>
              {t('prescription.unsent.continue')}
            </Button>
          ) : null
        }
      />
    ));
}

type FormProps = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  readonly change: (edit: (draft: RxDraft) => RxDraft) => void;
};

/** Above the form: that the consultation has a prescription already, and what other windows left unsent. */
export function OtherVersions({ prescription, draft, change }: FormProps) {
  const { t } = useTranslation();
  const latest = useSelector(prescription, latestOf);
  const issued = latest && inForce.includes(latest.status) && !isCurrent(draft, latest) ? latest : null;
  const { unsent, drop } = useUnsent(prescription, ['left']);
  const taken = (copy: TabCopy, other: RxDraft) => {
    change((now) => ({ ...other, requestId: now.requestId, editing: now.editing }));
    drop(copy);
  };
  return (
    <>
      {issued && draft.lines.length > 0 ? (
        <section aria-label={t('prescription.unsent.issued', { number: issued.prescriptionNo })}>
          <Notice
            tone="info"
            title={t('prescription.unsent.issued', { number: issued.prescriptionNo })}
            actions={
              <Button
                size="sm"
                look="outline"
                tone="neutral"
                onClick={() => prescription.send({ type: 'draft.discarded' })}
              >
                {t('prescription.unsent.showIssued')}
              </Button>
            }
          >
            {t('prescription.unsent.issuedText')}
          </Notice>
          <TwoVersions
            before={contentOf(issued)}
            after={contentOfDraft(draft)}
            label={t('prescription.unsent.besideIssued', { number: issued.prescriptionNo })}
            open={false}
          />
        </section>
      ) : null}
      {unsent.map(({ copy, draft: other }) => (
        <UnsentText
          key={copy.tab}
          copy={copy}
          title={t('prescription.unsent.left')}
          versions={{
            before: contentOfDraft(draft),
            after: contentOfDraft(other),
            label: t('prescription.unsent.besideForm'),
          }}
          onDiscard={() => drop(copy)}
          take={
            <Button size="sm" onClick={() => taken(copy, other)}>
              {t('prescription.unsent.take')}
            </Button>
          }
        />
      ))}
    </>
  );
}
