import { useSelector } from '@xstate/react';
import { BookMarked } from 'lucide-react';
import { Suspense } from 'react';
import type { PatientBrief } from '../../../contract/shared.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import type { RecordActor } from '../../machines/record.ts';
import { isBlankRecord } from '../../machines/selectors/record.ts';
import { Button } from '../../ui/Button.tsx';
import { laterPart } from '../../ui/LaterPart.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { createKeptInput, type KeptInput, KeptInputOf, useKept } from '../forms/useKept.ts';
import type { DraftUse } from '../prescription/useDraft.ts';
import type { RecordTemplatesStart } from './RecordTemplates.tsx';
import type { RxTemplatesStart } from './RxTemplates.tsx';
import './menu.css';

const RxTemplates = laterPart(async () => {
  const { RxTemplates } = await import('./dialogs.ts');
  return RxTemplates;
}, 'floating');
const RecordTemplates = laterPart(async () => {
  const { RecordTemplates } = await import('./dialogs.ts');
  return RecordTemplates;
}, 'floating');

/** An open dialog: where it started, and what is written in it. */
type Opened<Start> = { readonly start: Start; readonly input: KeptInput };

type MenuProps = { readonly entries: readonly MenuEntry[]; readonly onChoose: (name: string) => void };

function TemplatesMenu({ entries, onChoose }: MenuProps) {
  const { t } = useTranslation();
  return (
    <div className="tpl-menu">
      <Menu
        label={t('templates.menu')}
        entries={entries}
        onChoose={onChoose}
        align="end"
        trigger={(carry) => (
          <Button {...carry} size="sm" look="outline" tone="neutral">
            <BookMarked aria-hidden="true" />
            <span>{t('templates.menu')}</span>
          </Button>
        )}
      />
    </div>
  );
}

type RxProps = {
  readonly prescription: PrescriptionActor;
  readonly record: RecordActor | null;
  readonly patient: PatientBrief;
  readonly draft: RxDraft;
  readonly change: DraftUse['change'];
};

const rxStarts: readonly RxTemplatesStart[] = ['use', 'repeat', 'save'];

/** Sets and the last prescription, for the prescription being written. */
export function RxTemplatesMenu(props: RxProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useKept<Opened<RxTemplatesStart> | null>('templates.rx', null);
  const nothing = props.draft.lines.length === 0 ? t('templates.rx.nothingToSave') : null;
  return (
    <>
      <TemplatesMenu
        entries={rxStarts.map((name) => ({
          name,
          label: t(`templates.rx.${name}`),
          disabledBecause: name === 'save' ? nothing : null,
        }))}
        onChoose={(name) => {
          const start = rxStarts.find((one) => one === name);
          if (start) setOpened({ start, input: createKeptInput() });
        }}
      />
      {opened ? (
        <Suspense fallback={null}>
          <KeptInputOf value={opened.input}>
            <RxTemplates {...props} start={opened.start} onClose={() => setOpened(null)} />
          </KeptInputOf>
        </Suspense>
      ) : null}
    </>
  );
}

type RecordProps = { readonly record: RecordActor; readonly patient: PatientBrief };

const recordStarts: readonly RecordTemplatesStart[] = ['use', 'past', 'save'];

/** Templates and earlier records, for the record being written. */
export function RecordTemplatesMenu(props: RecordProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useKept<Opened<RecordTemplatesStart> | null>('templates.record', null);
  const isEmpty = useSelector(props.record, isBlankRecord);
  const nothing = isEmpty ? t('templates.record.nothingToSave') : null;
  return (
    <>
      <TemplatesMenu
        entries={recordStarts.map((name) => ({
          name,
          label: t(`templates.record.${name}`),
          disabledBecause: name === 'save' ? nothing : null,
        }))}
        onChoose={(name) => {
          const start = recordStarts.find((one) => one === name);
          if (start) setOpened({ start, input: createKeptInput() });
        }}
      />
      {opened ? (
        <Suspense fallback={null}>
          <KeptInputOf value={opened.input}>
            <RecordTemplates {...props} start={opened.start} onClose={() => setOpened(null)} />
          </KeptInputOf>
        </Suspense>
      ) : null}
    </>
  );
}
