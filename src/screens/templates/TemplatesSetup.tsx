import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { TemplateBrief, TemplateContent } from '../../../contract/extension/templates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { KeptInputOf } from '../forms/useKept.ts';
import { StoredTemplate } from './StoredTemplate.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateList } from './TemplateList.tsx';
import { useKeptView, useTemplateDraft } from './TemplateParts.tsx';
import type { Kind } from './useTemplates.ts';

type View = { readonly name: 'list' | 'new' } | { readonly name: 'edit'; readonly template: TemplateBrief };

const emptyContent = {
  record: { kind: 'record', sections: {}, diagnosisList: [] },
  prescription: { kind: 'prescription', lines: [], diagnosisList: [], advice: '' },
} as const satisfies Record<Kind, TemplateContent>;

/** Templates of one kind: found, shared and deleted in the list, and written in a form. */
function Templates({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const { view, input, setView } = useKeptView<View>({ name: 'list' });
  const draft = useTemplateDraft(view.name === 'edit' ? `template ${view.template.id}` : `new ${kind} template`);
  useUnsaved(view.name !== 'list' && draft.typed !== null, () => draft.keep(null));
  const add = useRef<HTMLButtonElement>(null);
  const toList = () => {
    flushSync(() => setView({ name: 'list' }));
    add.current?.focus();
  };
  const form = { patientName: null, draft, onSaved: toList, onBack: toList };
  const title = t(kind === 'record' ? 'templates.setup.records' : 'templates.setup.prescriptions');
  return (
    <section className="card tpl" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {view.name === 'list' ? (
          <Button ref={add} size="sm" look="outline" onClick={() => setView({ name: 'new' })}>
            <Plus aria-hidden="true" />
            <span>{t(kind === 'record' ? 'templates.setup.new' : 'templates.setup.newSet')}</span>
          </Button>
        ) : null}
      </header>
      <KeptInputOf value={input}>
        {view.name === 'list' ? (
          <TemplateList kind={kind} onChoose={null} onEdit={(template) => setView({ name: 'edit', template })} />
        ) : null}
        {view.name === 'new' ? (
          <TemplateForm
            {...form}
            edited={{ id: null, version: 0, name: '', scope: 'personal', content: emptyContent[kind] }}
          />
        ) : null}
        {view.name === 'edit' ? (
          <StoredTemplate key={view.template.id} id={view.template.id}>
            {(stored) => <TemplateForm {...form} edited={stored} />}
          </StoredTemplate>
        ) : null}
      </KeptInputOf>
    </section>
  );
}

/** The templates for records and the sets of medicines. */
export function TemplatesSetup() {
  return (
    <div className="setup">
      <Templates kind="record" />
      <Templates kind="prescription" />
    </div>
  );
}
