import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { asText, fillIn, type ReplyValues } from '../../domain/reply.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/TextField.tsx';
import { useListSelection } from '../lists/useListSelection.ts';
import { useQuickReplies } from './useQuickReplies.ts';

/** Handles keys of the reply box while the list is open. */
export type QuickKeys = { press(event: KeyboardEvent): boolean };

type Props = {
  readonly id: string;
  /** The text after the slash; null if the list was opened by its button and has its own search box. */
  readonly typed: string | null;
  /** Values of a reply's variables, so that the preview is what the patient will read. */
  readonly valuesFor: (text: string) => ReplyValues;
  readonly keys: RefObject<QuickKeys | null>;
  readonly onChoose: (reply: QuickReply) => void;
  readonly onClose: () => void;
};

const personal = 1;

/** The doctor's quick replies above the reply box: arrows select, Enter or Tab inserts, Escape closes. */
export function QuickReplies({ id, typed, valuesFor, keys, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [searched, setSearched] = useState('');
  const { state, found, reload, used } = useQuickReplies(typed ?? searched);
  const filled = (text: string) => asText(fillIn(text, valuesFor(text)));
  const list = useRef<HTMLDivElement>(null);
  const choose = (index: number) => {
    const reply = found[index];
    if (!reply) return;
    used(reply.id);
    onChoose(reply);
  };
  const { active, setActive, press } = useListSelection({
    count: found.length,
    choose,
    close: onClose,
    tabChooses: true,
  });
  useImperativeHandle(keys, () => ({ press }));
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <div className="reply-quick">
      {typed === null ? (
        <Input
          autoFocus
          type="text"
          role="combobox"
          aria-label={t('chat.quick.search')}
          placeholder={t('chat.quick.search')}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          value={searched}
          onChange={(event) => {
            setSearched(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
      ) : null}
      <div ref={list} role="listbox" id={id} className="reply-quick-list" aria-label={t('chat.quick.title')}>
        {found.map((reply, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text box keeps the focus and handles the keys.
          <div
            key={reply.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(index)}
          >
            <span>
              <strong dir="auto">{reply.title ?? filled(reply.content)}</strong>
              <Badge>{t(reply.type === personal ? 'chat.quick.personal' : 'chat.quick.department')}</Badge>
            </span>
            {reply.title ? <small dir="auto">{filled(reply.content)}</small> : null}
          </div>
        ))}
      </div>
      {state === 'failed' ? (
        <p>
          <span>{`${t('chat.quick.failed')} `}</span>
          <Button size="sm" look="ghost" onClick={reload}>
            {t('common.actions.retry')}
          </Button>
        </p>
      ) : null}
      {state === 'ready' && found.length === 0 ? <p>{t('chat.quick.none')}</p> : null}
      {state === 'loading' ? <p>{t('common.state.loading')}</p> : null}
      <span className="ui-hidden" role="status">
        {state === 'ready' ? t('chat.quick.count', { count: found.length }) : ''}
      </span>
    </div>
  );
}
