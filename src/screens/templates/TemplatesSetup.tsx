import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { RecordTemplate, TemplateBrief } from '../../../contract/extension/templates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useUnsaved } from '../LeaveGuard.tsx';
import { KeptInputOf } from '../useKept.ts';
import { StoredTemplate } from './StoredTemplate.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateList } from './TemplateList.tsx';
import { useKeptView } from './TemplateParts.tsx';
import type { Kind } from './useTemplates.ts';

type View = { readonly name: 'list' | 'new' } | { readonly name: 'edit'; readonly template: TemplateBrief };

const emptyRecord: RecordTemplate = { kind: 'record', sections: {}, diagnosisList: [] };

/** Templates of one kind: found, shared and deleted in the list, and written in a form. */
function Templates({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const { view, input, setView } = useKeptView<View>({ name: 'list' });
  const [unsaved, setUnsaved] = useState(false);
  useUnsaved(unsaved);
  const toList = () => setView({ name: 'list' });
  const form = { patientName: null, onUnsaved: setUnsaved, onSaved: toList, onBack: toList };
  const title = t(kind === 'record' ? 'templates.setup.records' : 'templates.setup.prescriptions');
  return (
    <section className="card tpl" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {/* A set of medicines is saved from a prescription, which knows the pharmacy. */}
        {kind === 'record' && view.name === 'list' ? (
          <Button size="sm" look="outline" onClick={() => setView({ name: 'new' })}>
            <Plus aria-hidden="true" />
            {t('templates.setup.new')}
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
            edited={{ id: null, version: 0, name: '', scope: 'personal', content: emptyRecord }}
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
