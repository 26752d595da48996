import { useMemo, useState } from 'react';
import { blankIn } from '../../../clinical/words/blanks.ts';
import { isReason } from '../../../clinical/words/writtenReason.ts';
import type { Addendum } from '../../../contract/http/record.ts';
import type { OrderId, RequestId } from '../../../contract/ids.ts';
import { textLengths } from '../../../contract/limits.ts';
import { type Draft, draftKey } from '../../domain/drafts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useApp, useWork } from '../app/app.ts';
import { showFirstProblem } from '../forms/showFirstProblem.ts';
import { useKeptForm } from '../forms/useKeptForm.ts';
import { useLive } from '../hooks/useLive.ts';
import { AddendumList } from './AddendumList.tsx';

/** An addendum being written, stored on this device on every keystroke; `requestId` stays so that it is stored once. */
type Written = { readonly reason: string; readonly text: string; readonly requestId: RequestId };

/** The addenda of a record with those that were added while it is on the screen. */
export const withAdded = (addenda: readonly Addendum[], added: readonly Addendum[]) => [
  ...addenda,
  ...added.filter(({ id }) => addenda.every((one) => one.id !== id)),
];

function useAddendumStorage(orderId: OrderId) {
  const { drafts, newRequestId } = useWork();
  const key = draftKey('addendum', orderId);
  const draft$ = useMemo(() => drafts.draft<Written>(key), [drafts, key]);
  const write = (patch: Partial<Written>) => {
    const { reason = '', text = '', requestId = newRequestId() } = { ...draft$.value?.value, ...patch };
    drafts.write(key, { reason, text, requestId } satisfies Written);
  };
  return { draft$, write, drop: (upTo?: Draft) => drafts.drop(key, upTo) };
}

/** The addendum that is being written; null if there is none. */
export const useAddendumDraft = (orderId: OrderId) => useLive(useAddendumStorage(orderId).draft$);

/** Adds a text to the addendum that is being written, or begins one with it. */
export function useAppendToAddendum(orderId: OrderId) {
  const { draft$, write } = useAddendumStorage(orderId);
  return (added: string) => write({ text: [draft$.value?.value.text, added].filter(Boolean).join('\n') });
}

function useAddendum(orderId: OrderId, onAdded: (added: Addendum) => void) {
  const { api } = useApp();
  const { newRequestId } = useWork();
  const { draft$, write, ...stored } = useAddendumStorage(orderId);
  const draft = useLive(draft$);
  const [problem, setProblem] = useState<string | null>(null);
  const drop = () => {
    setProblem(null);
    stored.drop();
  };
  /** What was typed since it was sent, here or in another tab, is the beginning of another addendum. */
  function dropSent(sent: Draft<Written>) {
    stored.drop(sent);
    if (draft$.value) write({ requestId: newRequestId() });
  }
  async function add() {
    if (!draft) return;
    const { reason, text, requestId } = draft.value;
    setProblem(null);
    const body = { orderId, reason: reason.trim(), text: text.trim(), clientRequestId: requestId };
    const answer = await api.addCaseAddendum(body, { quiet: true });
    if (!answer.ok) return setProblem(answer.failure.message);
    dropSent(draft);
    onAdded(answer.data);
  }
  return { written: draft?.value ?? null, write, drop, add, problem };
}

type Props = {
  readonly orderId: OrderId;
  readonly addenda: readonly Addendum[];
  readonly onAdded: (added: Addendum) => void;
};

/** The addenda of a signed record, and a form for one more. */
export function Addenda({ orderId, addenda, onAdded }: Props) {
  const { t } = useTranslation();
  const { written, write, drop, add, problem } = useAddendum(orderId, onAdded);
  const { fields, isAttempted, isSubmitting, begin, submit } = useKeptForm(showFirstProblem);
  const isSignable = (value: string) => isReason(value) && blankIn(value) === null;
  const problemOf = (value: string) => {
    if (!isAttempted || isSignable(value)) return null;
    const blank = blankIn(value);
    return blank ? t('record.blank', { blank: blank.text }) : t('record.addenda.missing');
  };
  return (
    <>
      <AddendumList addenda={addenda} />
      {written === null ? (
        <Button size="sm" look="outline" tone="neutral" onClick={() => write({})}>
          {t('record.addenda.write')}
        </Button>
      ) : (
        <form
          ref={fields}
          className="record-addendum"
          aria-label={t('record.addenda.write')}
          onSubmit={(event) => {
            event.preventDefault();
            submit(() => add().then(begin));
          }}
        >
          <TextField
            label={t('record.addenda.reason')}
            required
            autoFocus={written.reason === ''}
            value={written.reason}
            maxLength={textLengths.addendumReason}
            error={problemOf(written.reason)}
            onChange={(event) => write({ reason: event.target.value })}
          />
          <TextAreaField
            label={t('record.addenda.text')}
            hint={t('record.addenda.hint')}
            required
            value={written.text}
            maxLength={textLengths.addendum}
            error={problemOf(written.text)}
            onChange={(event) => write({ text: event.target.value })}
          />
          {problem === null ? null : (
            <Notice tone="danger" urgent title={t('record.addenda.problem', { reason: problem })} />
          )}
          <div className="record-addendum-foot">
            <Button size="sm" look="ghost" tone="neutral" disabled={isSubmitting} onClick={drop}>
              {t('record.addenda.discard')}
            </Button>
            <Button size="sm" type="submit" busy={isSubmitting}>
              {t('record.addenda.add')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
