import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { QuickReply } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import type { Reply } from '../../domain/outgoing.ts';
import { asText, checkReply, fillIn, isQuickSearch, looksLikeSearch, textReply } from '../../domain/reply.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { insertText } from '../../ui/insertText.ts';
import { useWork } from '../app/app.ts';
import { isSend, modEnter, type SendKey, useSendKey } from '../keyboard/keyMap.ts';
import { AttachmentStrip } from './AttachmentStrip.tsx';
import { ComposerTools, EmojiGrid, ReplyNotes } from './ComposerTools.tsx';
import { type QuickKeys, QuickReplies } from './QuickReplies.tsx';
import { useReplyBox } from './replyBoxes.ts';
import type { Attachments } from './useAttachments.ts';
import { useReplyDraft, useReplyValues } from './useReplyDraft.ts';
import './composer.css';

type SendHintProps = { readonly id: string; readonly sendKey: SendKey };

/** Which keys send and which start a new line: shortened in a narrow pane, absent without a keyboard. */
function SendHint({ id, sendKey }: SendHintProps) {
  const { t } = useTranslation();
  const keys = modEnter();
  return (
    <p id={id} className="reply-hint">
      <span>{t(`chat.sendKeys.${sendKey}`, { keys })}</span>
      <span aria-hidden="true">{t(`chat.sendKeys.${sendKey}Short`, { keys })}</span>
    </p>
  );
}

type Props = {
  readonly orderId: OrderId;
  readonly patient: PatientBrief;
  readonly attachments: Attachments;
  /** Called when the doctor types. */
  readonly onWriting: () => void;
  /** Returns false if nothing can be sent now; the text then stays in the box. */
  readonly onSend: (reply: Reply) => boolean;
  /** Removes the last unsent message from the chat and returns its text; null if there is none. */
  readonly recallUnsent: () => string | null;
};

type Layer = 'typed' | 'quick' | 'emoji' | null;

/** Office programs copy a picture along with the text; the text is meant. */
const isFormattedText = ({ types }: DataTransfer) => types.includes('text/html') && types.includes('text/plain');

/** The reply box; its text is stored as a draft of this consultation until it is sent. */
export function Composer({ orderId, patient, attachments, onWriting, onSend, recallUnsent }: Props) {
  const { t } = useTranslation();
  const { drafts } = useWork();
  const id = useId();
  const box = useReplyBox(orderId);
  const { text, write, empty, replaced, own } = useReplyDraft(drafts, orderId);
  const [sendKey] = useSendKey();
  const [layer, setLayer] = useState<Layer>(null);
  const hasReplies = layer === 'typed' || layer === 'quick';
  const valuesFor = useReplyValues(patient, hasReplies ? 'now' : 'idle');
  /** The search for a quick reply that was about to be sent to the patient. */
  const [doubtful, setDoubtful] = useState<string | null>(null);
  const quickKeys = useRef<QuickKeys>(null);
  const check = checkReply(text);
  const sendable = check.sendable || (isBlank(text) && attachments.hasUnsent);

  function select(part: string) {
    const at = box.current?.value.indexOf(part) ?? -1;
    box.current?.focus();
    if (at >= 0) box.current?.setSelectionRange(at, at + part.length);
  }
  function insert(words: string, instead: 'selection' | 'all') {
    const area = box.current;
    if (!area) return;
    insertText(area, words, instead);
    setLayer(null);
  }
  function insertReply({ content }: QuickReply) {
    const parts = fillIn(content, valuesFor(content));
    insert(asText(parts), layer === 'typed' ? 'all' : 'selection');
    const open = parts.find(({ kind }) => kind === 'unknown');
    if (open) select(open.text);
  }
  function send(isMeant = false) {
    if (!sendable) return;
    if (!isMeant && looksLikeSearch(text)) return setDoubtful(text);
    // The button that says so disappears with the question.
    if (isMeant) box.current?.focus();
    if (!check.sendable) write('');
    else if (onSend(textReply(text.trimEnd()))) empty();
    else return;
    setLayer(null);
    setDoubtful(null);
    attachments.sendAll();
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (layer === 'typed' && quickKeys.current?.press(event)) return;
    if (isSend(event, sendKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && text === '') {
      const unsent = recallUnsent();
      if (unsent === null) return;
      event.preventDefault();
      write(unsent);
    }
  }
  const close = () => {
    setLayer(null);
    box.current?.focus();
  };
  return (
    <div className="reply">
      {hasReplies ? (
        <QuickReplies
          id={`${id}-quick`}
          typed={layer === 'typed' ? text.slice(1) : null}
          valuesFor={valuesFor}
          keys={quickKeys}
          onChoose={insertReply}
          onClose={close}
        />
      ) : null}
      {layer === 'emoji' ? <EmojiGrid onChoose={(one) => insert(one, 'selection')} onClose={close} /> : null}
      <AttachmentStrip attachments={attachments} />
      <div className="reply-box" data-wrong={check.left < 0 || check.open.length > 0 || undefined}>
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          aria-label={t('chat.message', { patient: patient.name })}
          aria-describedby={`${id}-notes ${id}-hint`}
          enterKeyHint={sendKey === 'enter' ? 'send' : 'enter'}
          aria-invalid={check.left < 0 || check.open.length > 0 || undefined}
          aria-controls={layer === 'typed' ? `${id}-quick` : undefined}
          placeholder={t('chat.placeholder', { patient: patient.name })}
          value={text}
          onChange={(event) => {
            const { value } = event.target;
            write(value);
            if (value !== '') onWriting();
            if (isQuickSearch(value) && !isQuickSearch(text)) setLayer('typed');
            else if (layer === 'typed' && !isQuickSearch(value)) setLayer(null);
          }}
          onKeyDown={press}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0 || isFormattedText(event.clipboardData)) return;
            event.preventDefault();
            attachments.add(files);
          }}
        />
        <ReplyNotes
          id={`${id}-notes`}
          check={check}
          replaced={replaced}
          onRestore={own === null ? null : () => write(own)}
          problems={attachments.problems}
          search={doubtful === text ? { text: text.trim(), patient: patient.name, onSend: () => send(true) } : null}
          onGo={select}
        />
        <ComposerTools
          open={layer}
          sendable={sendable}
          hint={<SendHint id={`${id}-hint`} sendKey={sendKey} />}
          onLayer={(wanted) => setLayer(layer === wanted ? null : wanted)}
          onFiles={attachments.add}
          onVoice={attachments.sendVoice}
          onVoiceKept={attachments.keepVoice}
          onSend={() => send()}
        />
      </div>
    </div>
  );
}
