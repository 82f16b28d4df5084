import { cn } from '../../lib/cn.ts'
import { sqlLines } from '../../lib/sql-tokens.ts'
import { codeClass, tokenClasses } from '../../ui/sql-view.tsx'

/** SQL with highlighting. Each line is a block, so that lines can appear one after the other. */
export function SqlText({ sql }: { sql: string }) {
  return (
    <pre className={cn(codeClass, 'sql-text')}>
      <code>
        {sqlLines(sql).map((tokens, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- the text never changes
          <span key={line} className="sql-line" style={{ '--line': line } as React.CSSProperties}>
            {tokens.map((token, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the text never changes
              <span key={index} className={tokenClasses[token.kind]}>
                {token.text}
              </span>
            ))}
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  )
}
