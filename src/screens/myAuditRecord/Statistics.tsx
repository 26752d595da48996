import type { reviewStatistics } from '../../../contract/extension/audit.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ChartFigure } from '../../ui/charts/ChartFigure.tsx';
import { durationText, percentText, periodText } from '../../ui/charts/chartText.ts';
import { RankTable } from '../../ui/charts/RankTable.tsx';
import { TrendChart } from '../../ui/charts/TrendChart.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryResult } from '../app/Page.tsx';
import { codeText } from '../hooks/useLocale.ts';
import type { useQuery } from '../lists/usePages.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';

type Numbers = ReplyOf<typeof reviewStatistics>;

/** The main numbers, each with its share. */
function Totals({ approved, rejected, overridden, timed, medianMs, p90Ms }: Numbers) {
  const { t, language } = useTranslation();
  const all = approved + rejected;
  const duration = (ms: number | null) => (ms === null ? '–' : durationText(ms, language));
  const share = (part: number) => percentText(part, all, language);
  const ofTimed = timed < all ? t('reviewing.statistics.timed', { timed, all }) : '';
  const rows = [
    [t('reviewing.statistics.decided'), String(all), ''],
    [t('reviewing.mine.results.approved'), String(approved), share(approved)],
    [t('reviewing.mine.results.rejected'), String(rejected), share(rejected)],
    [t('reviewing.statistics.overridden'), String(overridden), share(overridden)],
    [t('reviewing.statistics.median'), duration(medianMs), ofTimed],
    [t('reviewing.statistics.p90'), duration(p90Ms), ofTimed],
  ] as const;
  return (
    <dl className="review-totals card" aria-label={t('reviewing.statistics.totals')}>
      {rows.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong> <small>{more}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Decisions over time. */
function Decisions({ approved, rejected, bucket, periods }: Numbers) {
  const { t, language } = useTranslation();
  const period = (start: string) => periodText(start, bucket, language);
  const title = t(`reviewing.statistics.decisionsBy.${bucket}`);
  const words = { approved: t('reviewing.mine.results.approved'), rejected: t('reviewing.mine.results.rejected') };
  const busiest = periods.reduce((a, b) => (b.approved + b.rejected > a.approved + a.rejected ? b : a));
  return (
    <ChartFigure
      title={title}
      summary={t('reviewing.statistics.decisionsSummary', {
        count: approved + rejected,
        most: busiest.approved + busiest.rejected,
        when: period(busiest.start),
      })}
      tableLabel={t('reviewing.statistics.asTable')}
      table={{
        heads: [t(`reviewing.statistics.period.${bucket}`), words.approved, words.rejected],
        rows: periods.map((one) => [one.start, String(one.approved), String(one.rejected)]),
      }}
    >
      <TrendChart
        label={title}
        scale="count"
        points={periods.map(({ start, ...values }) => ({ label: period(start), values }))}
        series={[
          { name: 'approved', label: words.approved, kind: 'bar', tone: 'brand' },
          { name: 'rejected', label: words.rejected, kind: 'bar', tone: 'danger', pattern: true },
        ]}
        valueText={(value) => new Intl.NumberFormat(language).format(value)}
      />
    </ChartFigure>
  );
}

/** How long reviews took, over time. */
function Durations({ medianMs, p90Ms, bucket, periods }: Numbers) {
  const { t, language } = useTranslation();
  if (medianMs === null || p90Ms === null) return null;
  const duration = (ms: number) => durationText(ms, language);
  const title = t(`reviewing.statistics.durationBy.${bucket}`);
  return (
    <ChartFigure
      title={title}
      summary={t('reviewing.statistics.durationSummary', { median: duration(medianMs), p90: duration(p90Ms) })}
      tableLabel={t('reviewing.statistics.asTable')}
      table={{
        heads: [t(`reviewing.statistics.period.${bucket}`), t('reviewing.statistics.median')],
        rows: periods.map((one) => [one.start, one.medianMs === null ? '–' : duration(one.medianMs)]),
      }}
    >
      <TrendChart
        label={title}
        points={periods.map((one) => ({
          label: periodText(one.start, bucket, language),
          values: { median: one.medianMs },
        }))}
        series={[{ name: 'median', label: t('reviewing.statistics.median'), kind: 'line', tone: 'brand' }]}
        valueText={duration}
        scale="duration"
      />
    </ChartFigure>
  );
}

type Props = { readonly result: ReturnType<typeof useQuery<Numbers>> };

/** The selected decisions in numbers and charts. */
export function Statistics({ result }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const times = t('reviewing.statistics.times');
  return (
    <div className="review-statistics">
      <QueryResult result={result} lines={10}>
        {(numbers) =>
          numbers.approved + numbers.rejected === 0 ? (
            <EmptyState title={t('reviewing.mine.none')} text={t('reviewing.mine.noneText')} />
          ) : (
            <>
              <Totals {...numbers} />
              <div className="review-charts">
                <Decisions {...numbers} />
                <Durations {...numbers} />
                {numbers.reasons.length > 0 ? (
                  <RankTable
                    title={t('reviewing.statistics.reasons')}
                    heads={[t('reviewing.statistics.reason'), times]}
                    rows={numbers.reasons.map(({ code, count }) => ({
                      name: codeText('prescription.reasons', code),
                      count,
                    }))}
                  />
                ) : null}
                {numbers.overrides.length > 0 ? (
                  <RankTable
                    title={t('reviewing.statistics.overrides')}
                    heads={[t('reviewing.alerts.rule'), times]}
                    rows={numbers.overrides.map(({ code, count }) => ({ name: words.rule(code), count }))}
                  />
                ) : null}
              </div>
            </>
          )
        }
      </QueryResult>
    </div>
  );
}
