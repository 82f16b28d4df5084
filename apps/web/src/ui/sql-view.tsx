import { Fragment } from 'react'
import { sqlLines, type SqlToken, type SqlTokenKind } from '../lib/sql-tokens.ts'

/** The look of SQL, JSON, and other code with colors. */
export const codeClass = 'font-mono text-[13px]/5 font-normal whitespace-pre [tab-size:2]'

/** The colors of code. A sign that turns the writing round ends with the text that it is in. */
export const tokenClasses = {
  keyword: 'font-medium text-(--sql-keyword)',
  function: 'text-(--sql-func)',
  string: 'text-(--sql-string) [unicode-bidi:isolate]',
  number: 'text-(--sql-number)',
  comment: 'text-faint [unicode-bidi:isolate]',
  plain: undefined,
} satisfies Record<SqlTokenKind, string | undefined>

/** Read-only SQL. */
export function SqlView({ sql }: { sql: string }) {
  return (
    <pre className={codeClass}>
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
    const name = tokenClasses[token.kind]
    return name === undefined ? (
      <Fragment key={index}>{token.text}</Fragment>
    ) : (
      <span key={index} className={name}>
        {token.text}
      </span>
    )
  })
}
