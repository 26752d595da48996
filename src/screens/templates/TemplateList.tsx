import { Pencil, Trash2, UserRound, UsersRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { sections } from '../../../clinical/lifecycle/record.ts';
import type { TemplateBrief } from '../../../contract/extension/templates.ts';
import { isFoundIn } from '../../domain/pinyin.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Input } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { useKept } from '../forms/useKept.ts';
import { useLanguageChange } from '../hooks/useLocale.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { type Kind, useTemplates } from './useTemplates.ts';
import './templates.css';
import { usePending } from '../hooks/usePending.ts';

type Props = {
  readonly kind: Kind;
  /** Null where templates are only managed. */
  readonly onChoose: ((template: TemplateBrief) => void) | null;
  readonly onEdit: (template: TemplateBrief) => void;
};

/** Templates of a doctor and their department: found by name, chosen, changed, shared and deleted. */
export function TemplateList({ kind, onChoose, onEdit }: Props) {
  const { t } = useTranslation();
  const { answer, reload, refresh } = useTemplates(kind);
  useLanguageChange(reload);
  useOwnChanges('templates', refresh);
  // The events may not be heard yet, and a colleague may have added one.
  useEffect(() => void refresh(), [refresh]);
  const [searched, setSearched] = useKept('searched', '');
  const list = useRef<HTMLUListElement>(null);
  if (answer.state === 'failed')
    return (
      <ErrorPane
        title={t('templates.manage.failed')}
        text={answer.failure.message}
        retryLabel={t('common.actions.retry')}
        onRetry={reload}
      />
    );
  if (answer.state === 'loading') return <Skeleton loading label={t('common.state.loading')} lines={5} />;
  const words = kind === 'record' ? 'record' : 'rx';
  if (answer.data.length === 0)
    return (
      <EmptyState
        title={t(`templates.${words}.none`)}
        text={t(`templates.${words}.${onChoose === null ? 'noneHere' : 'noneText'}`)}
      />
    );
  const found = answer.data.filter(({ name, drugs: medicines }) => isFoundIn(searched, [name, ...medicines]));
  return (
    <div className="tpl-list">
      <Input
        autoFocus={onChoose !== null}
        type="search"
        aria-label={t('templates.manage.search')}
        placeholder={t('templates.manage.search')}
        value={searched}
        onChange={(event) => setSearched(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first && onChoose) onChoose(first);
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          list.current?.querySelector('button')?.focus();
        }}
      />
      <span className="ui-hidden" role="status">
        {t('templates.manage.count', { count: found.length })}
      </span>
      {found.length === 0 ? <p className="tpl-note">{t('templates.manage.nothingFound')}</p> : null}
      <ul ref={list} className="tpl-rows" aria-label={t('templates.manage.list')}>
        {found.map((one) => (
          <TemplateRow key={one.id} template={one} onChoose={onChoose} onEdit={onEdit} />
        ))}
      </ul>
    </div>
  );
}

type RowProps = Pick<Props, 'onChoose' | 'onEdit'> & { readonly template: TemplateBrief };

function TemplateRow({ template, onChoose, onEdit }: RowProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { share } = useTemplates(template.kind);
  const [removing, setRemoving] = useState(false);
  const [busy, pending] = usePending();
  const { name, scope, own, author, drugs: medicines, uses } = template;
  async function toggleScope() {
    const answer = await pending(share(template));
    if (answer.ok)
      toasts.show({
        tone: 'success',
        text: t(`templates.manage.${scope === 'personal' ? 'shared' : 'unshared'}`, { name }),
      });
  }
  if (removing) return <RemoveRow template={template} onKeep={() => setRemoving(false)} />;
  const content = [
    ...medicines,
    ...sections.filter((one) => template.sections.includes(one)).map((one) => t(`record.fields.${one}`)),
  ].join(' · ');
  const facts = [
    own ? null : t('templates.manage.by', { author }),
    uses > 0 ? t('templates.manage.used', { count: uses }) : null,
  ];
  const ShareIcon = scope === 'personal' ? UsersRound : UserRound;
  return (
    <li className="tpl-row">
      <div className="tpl-row-text">
        <strong>{name}</strong>{' '}
        <Badge tone={scope === 'department' ? 'brand' : 'neutral'}>{t(`templates.manage.${scope}`)}</Badge>
        <small dir="auto">{dotted(content, ...facts)}</small>
      </div>
      <div className="tpl-row-actions">
        {onChoose ? (
          <Button size="sm" aria-label={t('templates.manage.choose', { name })} onClick={() => onChoose(template)}>
            {t('templates.manage.use')}
          </Button>
        ) : null}
        {own ? (
          <>
            <IconButton size="sm" label={t('templates.manage.edit', { name })} onClick={() => onEdit(template)}>
              <Pencil />
            </IconButton>
            <IconButton
              size="sm"
              label={t(`templates.manage.${scope === 'personal' ? 'share' : 'unshare'}`, { name })}
              busy={busy}
              onClick={() => void toggleScope()}
            >
              <ShareIcon />
            </IconButton>
            <IconButton size="sm" label={t('templates.manage.remove', { name })} onClick={() => setRemoving(true)}>
              <Trash2 />
            </IconButton>
          </>
        ) : null}
      </div>
    </li>
  );
}

/** Asks in the row itself before a template is deleted; the focus starts on the harmless answer. */
function RemoveRow({ template, onKeep }: { readonly template: TemplateBrief; readonly onKeep: () => void }) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { remove } = useTemplates(template.kind);
  const [busy, pending] = usePending();
  const { name, scope } = template;
  async function removeIt() {
    const answer = await pending(remove(template));
    if (answer.ok) return void toasts.show({ tone: 'success', text: t('templates.manage.removed', { name }) });
    onKeep();
  }
  return (
    <li className="tpl-row" data-removing="">
      <p role="alert" className="tpl-row-text">
        {t(scope === 'department' ? 'templates.manage.removeSureAll' : 'templates.manage.removeSure', { name })}
      </p>
      <div className="tpl-row-actions">
        <Button autoFocus size="sm" look="outline" tone="neutral" disabled={busy} onClick={onKeep}>
          {t('templates.manage.removeNo')}
        </Button>
        <Button size="sm" tone="danger" busy={busy} onClick={() => void removeIt()}>
          {t('templates.manage.removeYes')}
        </Button>
      </div>
    </li>
  );
}
