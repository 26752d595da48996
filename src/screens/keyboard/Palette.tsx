import { useEffect, useId, useRef, useState } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Input } from '../../ui/Input.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useApp } from '../app.ts';
import { useChoice } from '../useChoice.ts';
import { useMatches, useOrderItem, usePaletteItems } from './paletteItems.ts';
import type { Keys } from './registry.ts';
import { useFoundDrugs } from './useFoundDrugs.ts';
import './keyboard.css';

type Props = { readonly keys: Keys; readonly onClose: () => void };

const searchAfterMs = 250;

/** Orders that the platform finds for what is typed; nothing for less than two characters. */
function useFoundOrders(query: string): readonly ConsultOrder[] {
  const { api, work$ } = useApp();
  const [found, setFound] = useState<readonly ConsultOrder[]>([]);
  const keyword = work$.value && query.trim().length > 1 ? query.trim() : null;
  useEffect(() => {
    if (keyword === null) return setFound([]);
    const given = new AbortController();
    const timer = setTimeout(() => {
      const asked = { keyword, pageNo: 1, pageSize: 8 };
      void api.pageOrders(asked, { quiet: true, signal: given.signal }).then((answer) => {
        if (answer.ok && !given.signal.aborted) setFound(answer.data.list);
      });
    }, searchAfterMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [api, keyword]);
  return found;
}

/** One box for everything: patients, orders, pages and actions, by name, number or pinyin initials. */
export function Palette({ keys, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const near = useMatches(usePaletteItems(keys), query);
  const item = useOrderItem();
  const listed = new Set(near.map((one) => one.id));
  const far = useFoundOrders(query)
    .filter((order) => !listed.has(`patients ${order.id}`))
    .map((order) => item(order, 'orders'));
  const drugs = useFoundDrugs(query);
  const items = [...near, ...far, ...drugs];
  const choose = (index: number) => {
    const chosen = items[index];
    onClose();
    // The dialog gives the focus back first; then the choice may move it.
    if (chosen) setTimeout(chosen.run);
  };
  const { active, setActive, press } = useChoice({ count: items.length, choose, close: onClose });
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return (
    <Dialog
      open
      size="lg"
      title={t('workspace.palette.title')}
      closeLabel={t('common.actions.close')}
      firstFocus={box}
      onClose={onClose}
    >
      <Input
        ref={box}
        type="text"
        role="combobox"
        aria-label={t('workspace.palette.search')}
        placeholder={t('workspace.palette.placeholder')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div className="keys-palette" role="listbox" id={`${id}-list`} aria-label={t('workspace.palette.title')}>
        {items.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus.
          <div
            key={one.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(index)}
          >
            <small>{t(`workspace.palette.groups.${one.group}`)}</small>
            <span>{one.title}</span>
            <span>{one.detail}</span>
            {one.keys ? <Kbd keys={one.keys} /> : null}
          </div>
        ))}
      </div>
      {items.length === 0 ? <p className="keys-nothing">{t('common.state.noResults')}</p> : null}
    </Dialog>
  );
}
