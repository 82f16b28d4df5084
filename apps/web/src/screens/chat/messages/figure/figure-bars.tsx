import { numberInCell } from '@parlance/contract'
import i18next, { type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { fractionDigits, shownCellText } from '../../../../lib/cell-text.ts'
import type { SqlResult } from '../../../../lib/turn/chat-message.ts'
import type { AnswerFigure } from './choose-figure.ts'
import { thingsOf } from './column-words.ts'
import { sumText } from './difference-text.ts'
import { MoreRows } from './more-rows.tsx'

interface FigureBarsProps {
  figure: Extract<AnswerFigure, { kind: 'bars' }>
  result: SqlResult
  onMore: () => void
}

/** A bar for each of the first rows with its value, and one quiet row for the others. It is a table to screen readers. */
export function FigureBars({ figure: { rows, name, value, others }, result, onMore }: FigureBarsProps) {
  const { t } = useTranslation()
  const { columns } = result
  const [named, measured] = [columns[name], columns[value]]
  if (named === undefined || measured === undefined) return null
  const numbers = rows.map((row) => numberInCell(row[value]) ?? 0)
  const largest = Math.max(...numbers)
  const digits = fractionDigits(measured, value, rows)
  return (
    <table className="w-full text-(length:--text-dense)/6">
      <tbody>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may repeat as text, and the order is fixed
          <tr key={at}>
            <th className="max-w-40 truncate pr-3 text-left font-normal" scope="row" dir="auto">
              {row[name] === null ? <i className="text-faint">NULL</i> : shownCellText(row[name] ?? null, named)}
            </th>
            <td className="w-full" aria-hidden>
              <span
                className="block h-3.5 min-w-px rounded-r-[3px] bg-(--data-1)"
                style={{ width: `${largest > 0 ? ((numbers[at] ?? 0) / largest) * 100 : 0}%` }}
              />
            </td>
            <td className="pl-3 text-right whitespace-nowrap tabular-nums">
              {row[value] === null ? (
                <i className="text-faint">NULL</i>
              ) : (
                shownCellText(row[value] ?? null, measured, digits)
              )}
            </td>
          </tr>
        ))}
        {others !== null && others.count > 0 && (
          <tr className="text-muted">
            <th className="text-left font-normal whitespace-nowrap" scope="row" colSpan={2}>
              <MoreRows label={othersText(others.count, thingsOf(result, name).many, t)} onMore={onMore} />
            </th>
            <td className="pl-3 text-right whitespace-nowrap tabular-nums">
              {others.sum === null ? '' : sumText(others.sum, measured, numbers)}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** 'Other customers (31)' where the plural is known; it is English, so other languages count the others. */
function othersText(count: number, things: string | null, t: TFunction): string {
  return things === null || count === 1 || !i18next.language.startsWith('en')
    ? t('{n, plural, one {# other} other {# others}}', { n: count })
    : t('Other {things} ({n, number})', { things, n: count })
}
