import { Flag } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { RxVersion } from '../../../contract/extension/versions.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { contentOf } from '../../domain/rxVersions.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { useApp } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { QueryResult } from '../app/Page.tsx';
import { codeText, useLocale } from '../hooks/useLocale.ts';
import { useQuery } from '../lists/usePages.ts';
import { VersionChanges } from './VersionChanges.tsx';
import './versions.css';

/** Says that the reviewer marked this line when rejecting. */
export function LineMark() {
  const { t } = useTranslation();
  return (
    <p className="rx-marked">
      <Flag aria-hidden="true" />
      <span>{t('prescription.versions.marked')}</span>
    </p>
  );
}

/** Steps that submit a further version. */
const again = ['resubmitted', 'doubleSigned'];
const hasEarlierVersion = ({ logs }: Pick<Rx, 'logs'>): boolean =>
  logs?.some(({ action }) => again.includes(action)) ?? false;

type Props = { readonly rx: Rx; readonly open?: boolean };

/** The present version beside an earlier one, with the reason of a rejection; loaded when it is opened. */
export function RxVersions({ rx, open = false }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(open);
  if (!hasEarlierVersion(rx)) return null;
  return (
    <details className="versions" open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{t('prescription.versions.title')}</summary>
      {shown ? <Loaded id={rx.id} version={rx.version} /> : null}
    </details>
  );
}

/** A further `version` loads the list again. */
function Loaded({ id, version }: { readonly id: PrescriptionId; readonly version: number }) {
  const { api } = useApp();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has a new list.
  const load = useCallback(
    (signal: AbortSignal) => api.prescriptionVersions({ id }, { signal, quiet: true }),
    [api, id, version],
  );
  return (
    <QueryResult result={useQuery(load)} lines={3}>
      {(versions) => <Comparison versions={versions} />}
    </QueryResult>
  );
}

function Comparison({ versions }: { readonly versions: readonly RxVersion[] }) {
  const { t } = useTranslation();
  const where = useLocale();
  const latest = versions.at(-1);
  const earlier = versions.slice(0, -1).reverse();
  const [chosen, choose] = useState<number | null>(null);
  const before = earlier.find(({ version }) => version === chosen) ?? earlier[0];
  if (!latest || !before) return <p>{t('prescription.versions.only')}</p>;
  return (
    <>
      {earlier.length > 1 ? (
        <SelectField
          label={t('prescription.versions.with')}
          choices={earlier.map(({ version, submitTime, rejection }) => ({
            value: String(version),
            label: t(rejection ? 'prescription.versions.rejectedOf' : 'prescription.versions.of', {
              time: dateTimeText(submitTime, where),
            }),
          }))}
          value={String(before.version)}
          onChange={(event) => choose(Number(event.target.value))}
        />
      ) : null}
      <Rejection version={before} />
      <VersionChanges before={contentOf(before)} after={contentOf(latest)} />
    </>
  );
}

/** Why a reviewer rejected this version, and which lines it was about. */
function Rejection({ version: { rejection, lines } }: { readonly version: RxVersion }) {
  const { t } = useTranslation();
  const where = useLocale();
  if (!rejection) return null;
  const { auditor: reviewer, time, reasonCodes, remark, markedLines } = rejection;
  const marked = markedLines.flatMap((index) => {
    const line = lines[index];
    return line ? [keepUnits(line.drugName)] : [];
  });
  return (
    <div className="versions-why">
      <p>{t('prescription.versions.rejectedBy', { name: reviewer, time: dateTimeText(time, where) })}</p>
      <p>{reasonCodes.map((code) => codeText('prescription.reasons', code)).join(' · ')}</p>
      {marked.length > 0 ? <p>{t('prescription.versions.about', { medicines: joined('items', marked) })}</p> : null}
      {remark ? <p dir="auto">{remark}</p> : null}
    </div>
  );
}
