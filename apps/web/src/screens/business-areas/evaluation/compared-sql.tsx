import type { SqlToken } from '../../../lib/sql-tokens.ts'
import { cn } from '../../../lib/cn.ts'
import { codeClass, SqlLine } from '../../../ui/sql-view.tsx'

interface ComparedSqlProps {
  label: string
  /** Null for a line that only the other query has. */
  lines: { tokens: SqlToken[] | null; isSame: boolean }[]
}

/** One of two queries side by side; lines that differ are tinted. */
export function ComparedSql({ label, lines }: ComparedSqlProps) {
  return (
    <section
      className="max-h-90 overflow-auto border-b border-line bg-sunken py-2 focus-visible:-outline-offset-2"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <ol className="min-w-max">
        {lines.map(({ tokens, isSame }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of one query
          <li
            key={at}
            className={cn(
              'min-h-5 px-3 whitespace-pre',
              !isSame && 'bg-(--warning-soft)',
              tokens === null && 'max-md:hidden',
            )}
            data-differs={!isSame || undefined}
          >
            <code className={codeClass}>{tokens === null ? ' ' : <SqlLine tokens={tokens} />}</code>
          </li>
        ))}
      </ol>
    </section>
  )
}
