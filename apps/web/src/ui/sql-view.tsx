import { Fragment } from 'react'
import { sqlLines, type SqlToken, type SqlTokenKind } from '../lib/sql-tokens.ts'

const classes: Record<SqlTokenKind, string | null> = {
  keyword: 'sql-keyword',
  function: 'sql-function',
  string: 'sql-string',
  number: 'sql-number',
  comment: 'sql-comment',
  plain: null,
}

/** Read-only SQL. */
export function SqlView({ sql }: { sql: string }) {
  return (
    <pre className="sql-code">
      {sqlLines(sql).map((line, index) => (
        <Fragment key={index}>
          {index > 0 && '\n'}
          <SqlLine tokens={line} />
        </Fragment>
      ))}
    </pre>
  )
}

/** One line of read-only SQL. */
export function SqlLine({ tokens }: { tokens: SqlToken[] }) {
  return tokens.map((token, index) => {
    const name = classes[token.kind]
    return name === null ? (
      <Fragment key={index}>{token.text}</Fragment>
    ) : (
      <span key={index} className={name}>
        {token.text}
      </span>
    )
  })
}
