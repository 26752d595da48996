import type { ReactNode } from 'react';
import type { RxLine } from '../../../contract/http/prescription.ts';
import { changesBetween, type LinePair, type RxContent } from '../../domain/rxVersions.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { coded } from '../app/joined.ts';
import { keyed } from '../lists/keyed.ts';
import { lineText, packsText } from './regimenText.ts';
import { useClinicalWords } from './useClinicalWords.ts';
import './versions.css';

const tones = { added: 'success', removed: 'danger', changed: 'warning' } as const;

/** What was, struck through, and what is now. */
function Change({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <span className="versions-change">
      {before ? <del>{before}</del> : null}
      {after ? <ins>{after}</ins> : null}
    </span>
  );
}

/** The dosage, quantity and note of a line in words. */
export function useLineText() {
  const { t } = useTranslation();
  const words = useClinicalWords();
  return (line: RxLine) =>
    [lineText(line, { words, t }), packsText(line, { words, t }) ?? '', line.remark?.trim() ?? '']
      .filter((part) => part !== '')
      .join(' · ');
}

function ChangedLine({ pair }: { readonly pair: LinePair }) {
  const lineText = useLineText();
  const { kind, before, after } = pair;
  const named = after ?? before;
  return (
    <Item
      kind={kind}
      name={
        <>
          <b>{keepUnits(named.drugName)}</b> <span>{keepUnits(named.specification)}</span>
        </>
      }
    >
      {kind === 'kept' ? (
        <span className="versions-change">{lineText(after)}</span>
      ) : (
        <Change before={before ? lineText(before) : ''} after={after ? lineText(after) : ''} />
      )}
    </Item>
  );
}

type ItemProps = { readonly kind: LinePair['kind']; readonly name: ReactNode; readonly children: ReactNode };

function Item({ kind, name, children }: ItemProps) {
  const { t } = useTranslation();
  return (
    <li data-kind={kind}>
      <span>
        {kind === 'kept' ? null : <Badge tone={tones[kind]}>{t(`prescription.versions.${kind}`)}</Badge>} {name}
      </span>
      {children}
    </li>
  );
}

type Props = { readonly before: RxContent; readonly after: RxContent };

/** What changed between two versions: the lines with dosage and quantity, the diagnoses and the texts. */
export function VersionChanges({ before, after }: Props) {
  const { t } = useTranslation();
  const { lines, diagnoses, advice, overDaysReason, isSame } = changesBetween(before, after);
  const texts = [
    [t('prescription.paper.advice'), advice],
    [t('prescription.paper.overDays'), overDaysReason],
  ] as const;
  const kept = lines.filter(({ kind }) => kind === 'kept').length;
  return (
    <div className="versions-changes">
      {isSame ? <p>{t('prescription.versions.same')}</p> : null}
      <ul aria-label={t('prescription.versions.title')}>
        {keyed(lines, ({ after: next, before: old }) => (next ?? old).drugId).map(({ key, row: pair }) =>
          pair.kind === 'kept' ? null : <ChangedLine key={key} pair={pair} />,
        )}
        {diagnoses.added.map((one) => (
          <Item key={one.id} kind="added" name={<b>{t('prescription.paper.diagnosis')}</b>}>
            <Change before="" after={coded(one)} />
          </Item>
        ))}
        {diagnoses.removed.map((one) => (
          <Item key={one.id} kind="removed" name={<b>{t('prescription.paper.diagnosis')}</b>}>
            <Change before={coded(one)} after="" />
          </Item>
        ))}
        {texts.map(([name, change]) =>
          change ? (
            <Item key={name} kind="changed" name={<b>{name}</b>}>
              <Change {...change} />
            </Item>
          ) : null,
        )}
      </ul>
      {kept > 0 && !isSame ? <p className="rx-note">{t('prescription.versions.kept', { count: kept })}</p> : null}
    </div>
  );
}
