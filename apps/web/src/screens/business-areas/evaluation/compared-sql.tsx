import type { SqlToken } from '../../../lib/sql-tokens.ts'
import { cn } from '../../../lib/cn.ts'
import { SqlLine } from '../../../ui/sql-view.tsx'
import cardStyles from './result-card.module.css'

interface ComparedSqlProps {
  label: string
  /** Null for a line that only the other query has. */
  lines: { tokens: SqlToken[] | null; isSame: boolean }[]
}

/** One of two queries side by side; lines that differ are tinted. */
export function ComparedSql({ label, lines }: ComparedSqlProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <section className={cardStyles.query} tabIndex={0} aria-label={label}>
      <ol>
        {lines.map(({ tokens, isSame }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of one query
          <li key={at} className={cn(!isSame && cardStyles.differs, tokens === null && cardStyles.filler)}>
            <span className="sql-code">{tokens === null ? ' ' : <SqlLine tokens={tokens} />}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
