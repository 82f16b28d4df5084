import { message, type Message, type UsageReport, type UsageSum } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { groupNames } from './cost-filters.tsx'
import { numberLook, tableLook } from './table-look.ts'

const purposes: Record<string, Message> = {
  question: message('Questions'),
  evaluation: message('Evaluation runs'),
  transcription: message('Transcriptions'),
  test: message('Model tests'),
  other: message('Other calls'),
}

/** The costs of a period, with their sum. */
export function CostTable({ report }: { report: UsageReport }) {
  const { t } = useTranslation()
  if (report.rows.length === 0) {
    return <p className="text-muted">{t('No model was called in this period.')}</p>
  }
  const columns = [
    t('Price'),
    t('Calls'),
    t('Prompt tokens'),
    t('of them cached'),
    t('Completion tokens'),
    t('of them thinking'),
  ]
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="overflow-x-auto" aria-label={t('Model costs')} tabIndex={0}>
        <table className={tableLook}>
          <thead>
            <tr>
              <th scope="col">{translate(t, groupNames[report.group])}</th>
              {columns.map((name) => (
                <th key={name} scope="col" className={numberLook}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{rowName(report.group, row, t)}</th>
                <Figures sum={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Figures sum={report.total} />
            </tr>
          </tfoot>
        </table>
      </section>
      {report.more_rows > 0 && (
        <p className="text-meta text-faint mt-2">
          {t('{n, plural, one {# more row is} other {# more rows are}} in the CSV export and in the total.', {
            n: report.more_rows,
          })}
        </p>
      )}
      {report.total.estimated_tokens > 0 && (
        <p className="text-meta text-faint mt-2">
          {t(
            'Of all tokens, {n, number} are estimated, because a call was interrupted or the provider reported no tokens.',
            { n: report.total.estimated_tokens },
          )}
        </p>
      )}
    </>
  )
}

function Figures({ sum }: { sum: UsageSum }) {
  const { t } = useTranslation()
  const counts = [sum.calls, sum.prompt_tokens, sum.cached_tokens, sum.completion_tokens, sum.reasoning_tokens]
  return (
    <>
      <td className={numberLook}>{priceText(sum, t)}</td>
      {counts.map((count, at) => (
        <td key={at} className={numberLook}>
          {formatCount(count)}
        </td>
      ))}
    </>
  )
}

/** A sum without one of its prices says so. */
function priceText({ costs, unpriced_tokens: unpriced }: UsageSum, t: TFunction): string {
  const known = costs.map(({ currency, amount }) => formatMoney(amount, currency))
  if (unpriced === 0) return known.join(' + ')
  if (known.length === 0) return t('Price unknown')
  return t('{known} + unknown', { known: known.join(' + ') })
}

function rowName(group: UsageReport['group'], { key, name }: UsageReport['rows'][number], t: TFunction): string {
  if (name !== null) return name
  if (key === '') return group === 'area' ? t('Without a business area') : t('None')
  if (group === 'user') return t('Deleted user ({id})', { id: key.slice(0, 8) })
  if (group === 'area') return t('Deleted business area ({id})', { id: key.slice(0, 8) })
  if (group === 'connection') return t('Deleted connection ({id})', { id: key.slice(0, 8) })
  const purpose = group === 'purpose' ? purposes[key] : undefined
  return purpose ? translate(t, purpose) : key
}
