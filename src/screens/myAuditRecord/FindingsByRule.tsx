import { useCallback, useState } from 'react';
import type { alertsByRule, RuleFindings } from '../../../contract/extension/findingsByRule.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useQuery } from '../lists/usePages.ts';
import { FindingMark } from '../prescription/FindingMark.tsx';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { RuleSettings } from './RuleSettings.tsx';

type Alerts = ReplyOf<typeof alertsByRule>;

const periods = ['day', 'week', 'month'] as const;
type Period = (typeof periods)[number];
const daysOf: Record<Period, number> = { day: 1, week: 7, month: 30 };

/** How often the checks alerted doctors, by rule, and the settings of the rules. */
export function FindingsByRule({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const [period, setPeriod] = useState<Period>('day');
  const result = useQuery(
    useCallback(
      (signal: AbortSignal) => api.alertsByRule({ days: daysOf[period] }, { signal, quiet: true }),
      [api, period],
    ),
  );
  return (
    <Dialog open size="xl" title={t('reviewing.alerts.title')} closeLabel={t('common.actions.close')} onClose={onClose}>
      <div className="rule-alerts">
        <SelectField
          label={t('reviewing.alerts.period')}
          choices={periods.map((value) => ({ value, label: t(`reviewing.alerts.periods.${value}`) }))}
          value={period}
          onChange={({ target }) => setPeriod(periods.find((one) => one === target.value) ?? 'day')}
        />
        <QueryResult result={result}>
          {(alerts) => (
            <>
              <RuleTable {...alerts} />
              <RuleSettings {...alerts.settings} />
            </>
          )}
        </QueryResult>
      </div>
    </Dialog>
  );
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)}\u00a0%`);

/** Alerts for each hundred prescriptions, with one decimal. */
const perHundred = ({ findings, refused }: RuleFindings, prescriptions: number) =>
  prescriptions === 0 ? '–' : ((100 * (findings + refused)) / prescriptions).toFixed(1);

const heads = ['findings', 'perHundred', 'overridden', 'refused', 'rejected'] as const;

function figureOf(head: (typeof heads)[number], row: RuleFindings, prescriptions: number): string | number {
  if (head === 'perHundred') return perHundred(row, prescriptions);
  if (head === 'overridden') return percent(row.overridden, row.findings + row.refused);
  if (head === 'rejected') return percent(row.rejected, row.findings);
  return row[head];
}

function RuleTable({ prescriptions, rules }: Pick<Alerts, 'prescriptions' | 'rules'>) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  if (rules.length === 0)
    return <EmptyState title={t('reviewing.alerts.none')} text={t('reviewing.alerts.noneText')} />;
  return (
    <div className="rule-alerts-table">
      <table className="ui-table">
        <caption>{t('reviewing.alerts.counted', { count: prescriptions })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reviewing.alerts.rule')}</th>
            <th scope="col">{t('reviewing.alerts.level')}</th>
            {heads.map((head) => (
              <th key={head} scope="col" data-align="end">
                {t(`reviewing.alerts.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map((row) => (
            <tr key={`${row.ruleCode} ${row.level}`}>
              <th scope="row">{words.rule(row.ruleCode)}</th>
              <td>
                <FindingMark level={row.level} />
              </td>
              {heads.map((head) => (
                <td key={head} data-align="end">
                  <span className="rule-alerts-label" aria-hidden="true">
                    {t(`reviewing.alerts.${head}`)}
                  </span>
                  <span>{figureOf(head, row, prescriptions)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
