import { Check, ListChecks, X } from 'lucide-react';
import * as z from 'zod/mini';
import type { PatientSummary } from '../../../clinical/facts/summaryShape.ts';
import { isReason } from '../../../clinical/words/writtenReason.ts';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import type { FactValue } from '../../../contract/factValue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useFormDraft } from '../forms/useFormDraft.ts';
import { useKept } from '../forms/useKept.ts';
import { CodeField, nothingCoded, useCodeSearch } from './CodeField.tsx';
import { useFactWords } from './factWords.ts';
import type { Facts } from './useFacts.ts';

type Uncoded = Extract<FactValue, { kind: 'allergy' | 'medicine' }>;

const isUncoded = (value: FactValue): value is Uncoded =>
  (value.kind === 'allergy' && value.code === null) || (value.kind === 'medicine' && value.genericCode === null);

type GiveCodeProps = {
  /** Names what gets the code. */
  readonly name: string;
  readonly kind: Uncoded['kind'];
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
};

/** Chooses the code of something that was stated in words, which confirms it. */
function GiveCode({ name, kind, busy, onCode }: GiveCodeProps) {
  const { t } = useTranslation();
  const search = useCodeSearch(kind);
  const [chosen, setChosen] = useKept(`facts.${name}.code`, nothingCoded);
  const { code } = chosen;
  return (
    <form
      className="facts-withdraw"
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== null) onCode(code);
      }}
    >
      <CodeField
        label={t('record.facts.code')}
        placeholder={t(kind === 'allergy' ? 'record.facts.allergyPlaceholder' : 'record.facts.medicinePlaceholder')}
        value={chosen}
        onChange={setChosen}
        search={search}
      />
      <Button type="submit" size="sm" busy={busy} disabled={code === null}>
        {t('record.facts.confirmCode')}
      </Button>
    </form>
  );
}

const Reason = z.string();

type RowProps = { readonly fact: PatientFact; readonly summary: PatientSummary; readonly facts: Facts };

/** A current statement, with who made it; it can be confirmed, or withdrawn with a reason. */
export function FactRow({ fact, summary, facts }: RowProps) {
  const { t } = useTranslation();
  const { valueText, originText, unconfirmed } = useFactWords(summary);
  const { id, value, confirmed } = fact;
  /** Null until withdrawing was chosen. */
  const [reason, setReason] = useFormDraft(`withdrawal of ${id}`, Reason);
  const [coding, setCoding] = useKept(`facts.${id}.coding`, false);
  const text = valueText(fact);
  const kind = t(`record.facts.kinds.${value.kind}`);
  async function withdraw() {
    if (reason === null || !isReason(reason)) return;
    if (await facts.save([{ op: 'withdraw', id, reason: reason.trim() }])) setReason(null);
  }
  return (
    <li className="facts-row" data-kind={value.kind}>
      <span className="facts-kind">{kind}</span>
      <span className="facts-value">
        <span>{text}</span>
        {confirmed ? null : <Badge tone="warning">{unconfirmed}</Badge>}
        <small>{originText(fact)}</small>
      </span>
      <span className="facts-actions">
        {isUncoded(value) ? (
          <IconButton
            size="sm"
            label={t('record.facts.giveCode', { what: text })}
            aria-expanded={coding}
            onClick={() => setCoding(!coding)}
          >
            <ListChecks />
          </IconButton>
        ) : null}
        {confirmed || isUncoded(value) ? null : (
          <IconButton
            size="sm"
            label={t('record.facts.confirm', { what: text })}
            disabled={facts.busy}
            onClick={() => void facts.save([{ op: 'confirm', id }])}
          >
            <Check />
          </IconButton>
        )}
        <IconButton
          size="sm"
          label={t('record.facts.withdraw', { what: text })}
          aria-expanded={reason !== null}
          onClick={() => setReason(reason === null ? '' : null)}
        >
          <X />
        </IconButton>
      </span>
      {coding && isUncoded(value) ? (
        <GiveCode
          name={id}
          kind={value.kind}
          busy={facts.busy}
          onCode={(code) => void facts.save([{ op: 'confirm', id, code }])}
        />
      ) : null}
      {reason === null ? null : (
        <form
          className="facts-withdraw"
          onSubmit={(event) => {
            event.preventDefault();
            void withdraw();
          }}
        >
          <TextField
            label={t('record.facts.withdrawReason')}
            autoFocus={reason === ''}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" size="sm" tone="danger" busy={facts.busy} disabled={!isReason(reason)}>
            {t('record.facts.withdrawConfirm')}
          </Button>
        </form>
      )}
    </li>
  );
}
