import { X } from 'lucide-react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { QueueClaims } from './useClaims.ts';

type SelectionProps = {
  readonly claims: QueueClaims;
  /** The bar is gone after a claim, and the focus with it. */
  readonly onClaimed: () => void;
};

/** How many prescriptions are selected, and the button that claims them. */
export function SelectionBar({ claims, onClaimed }: SelectionProps) {
  const { t } = useTranslation();
  const { selected, room, mine, isClaiming, claim, clear } = claims;
  if (selected.length === 0) return null;
  const tooMany = selected.length > room;
  return (
    <div className="queue-selection">
      <span role="status">
        {tooMany
          ? t('reviewing.claims.tooMany', { held: mine.length, most: limits.claimsAtOnce, count: room })
          : t('reviewing.claims.selected', { count: selected.length })}
      </span>
      <Button size="sm" busy={isClaiming} disabled={tooMany} onClick={() => void claim(selected).then(onClaimed)}>
        {t('reviewing.claims.claim', { count: selected.length })}
      </Button>
      <Button size="sm" look="ghost" tone="neutral" onClick={clear}>
        {t('reviewing.claims.clear')}
      </Button>
    </div>
  );
}

type ClaimedProps = {
  readonly claims: QueueClaims;
  readonly openId: PrescriptionId | null;
  readonly onOpen: (row: { readonly item: AuditItem }) => void;
};

/** The prescriptions that this reviewer holds: each can be opened, or released for the colleagues. */
export function ClaimedByMe({ claims, openId, onOpen }: ClaimedProps) {
  const { t } = useTranslation();
  const { mine, release } = claims;
  const waiting = mine.filter(({ id }) => id !== openId);
  if (waiting.length === 0) return null;
  return (
    <section className="queue-mine" aria-label={t('reviewing.claims.mine')}>
      <span>{t('reviewing.claims.held', { count: mine.length, most: limits.claimsAtOnce })}</span>
      <ul>
        {waiting.map((item) => (
          <li key={item.id}>
            <Button
              size="sm"
              look="ghost"
              aria-label={t('reviewing.claims.open', { number: item.prescriptionNo, name: item.patient.name })}
              onClick={() => onOpen({ item })}
            >
              {item.patient.name}
            </Button>
            <IconButton
              size="sm"
              label={t('reviewing.claims.release', { number: item.prescriptionNo })}
              onClick={() => void release({ id: item.id, version: item.version })}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
