import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { beginningOf } from '../../../clinical/words/beginningOf.ts';
import type { QuickReply } from '../../../contract/http/consult.ts';
import {
  type ImportedReply,
  repliesAsCsv,
  repliesFromCsv,
  setupLimits,
  unknownVariables,
} from '../../domain/replyGroups.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { dayKey } from '../../ui/format.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { useApp } from '../app/app.ts';
import { usePending } from '../hooks/usePending.ts';

const mostBytes = 4 * 1024 * 1024;

type Props = { readonly replies: readonly QuickReply[]; readonly onImported: () => void };

/** Exports the doctor's quick replies as CSV, and imports such a file. */
export function ReplyFile({ replies, onImported }: Props) {
  const { api, now$, toasts, zone } = useApp();
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [busy, pending] = usePending();
  const [problem, setProblem] = useState<string | null>(null);

  /** Why the platform would refuse the replies, or null. */
  function problemOf(found: readonly ImportedReply[] | null): string | null {
    if (found === null) return t('settings.replies.file.unreadable');
    if (found.length === 0) return t('settings.replies.file.empty');
    if (found.length > setupLimits.replies) return t('settings.replies.file.tooMany', { most: setupLimits.replies });
    const wrong = found.find(({ content }) => unknownVariables(content).length > 0);
    return wrong
      ? t('settings.replies.file.unknown', {
          name: wrong.title ?? beginningOf(wrong.content, 40),
          names: unknownVariables(wrong.content).join(' '),
        })
      : null;
  }

  async function read(file: File) {
    setProblem(null);
    if (file.size > mostBytes) return setProblem(t('settings.replies.file.unreadable'));
    const found = repliesFromCsv(await file.text());
    const why = problemOf(found);
    if (why !== null || found === null) return setProblem(why);
    const answer = await pending(api.importQuickReplies({ list: [...found] }, { quiet: true }));
    if (!answer.ok) return setProblem(answer.failure.message);
    const { added, known } = answer.data;
    const text = t('settings.replies.file.imported', { count: added });
    toasts.show({
      tone: 'success',
      text: known > 0 ? `${text} ${t('settings.replies.file.known', { count: known })}` : text,
    });
    onImported();
  }

  return (
    <div className="setup-file">
      <Button size="sm" look="outline" tone="neutral" busy={busy} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        <span>{t('settings.replies.file.import')}</span>
      </Button>
      <Button
        size="sm"
        look="outline"
        tone="neutral"
        disabled={replies.length === 0}
        onClick={() =>
          saveFile(`${t('settings.replies.title')} ${dayKey(now$.value, zone)}.csv`, repliesAsCsv(replies))
        }
      >
        <Download aria-hidden="true" />
        <span>{t('settings.replies.file.export')}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('settings.replies.file.label')}
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void read(file);
        }}
      />
      {problem ? (
        <p className="form-refusal" role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
