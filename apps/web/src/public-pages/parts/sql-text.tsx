import { sqlLines } from '../../lib/sql-tokens.ts'
import type { SqlTokenKind } from '../../lib/sql-tokens.ts'

const classes: Record<SqlTokenKind, string | undefined> = {
  keyword: 'sql-keyword',
  function: 'sql-function',
  string: 'sql-string',
  number: 'sql-number',
  comment: 'sql-comment',
  plain: undefined,
}

/** SQL with highlighting. Each line is a block, so that lines can appear one after the other. */
export function SqlText({ sql }: { sql: string }) {
  return (
    <pre className="sql-code">
      <code>
        {sqlLines(sql).map((tokens, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- the text never changes
          <span key={line} className="sql-line" style={{ '--line': line } as React.CSSProperties}>
            {tokens.map((token, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the text never changes
              <span key={index} className={classes[token.kind]}>
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
