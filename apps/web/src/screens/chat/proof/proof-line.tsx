import { ShieldCheck, TriangleAlert } from 'lucide-react'
import type { TFunction } from 'i18next'
import { Fragment, useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatDuration } from '../../../lib/format.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Definitions } from './definitions.tsx'
import { RulesPart, TablesPart } from './facts.tsx'
import { SqlPart } from './sql-part.tsx'

type PartName = 'tables' | 'rules' | 'definitions' | 'sql' | 'steps'

interface ProofLineProps {
  /** Null if no query ran. */
  result: SqlResult | null
  /** The database or file; null if unknown. */
  sourceName: string | null
  /** How the question was understood; null if unknown. */
  reading?: string | null
  /** Said instead of what a query did. */
  withoutResult?: (string | null)[]
  /** Whether the SQL is one of the parts; not where it is in view anyway. */
  hasSql?: boolean
  /** The steps that led to the answer; null if it has none. */
  steps?: ReactNode
  hasFailedStep?: boolean
  /** Whether the steps are open at first. */
  stepsOpen?: boolean
  /** The buttons at the end of the line. */
  children?: ReactNode
}

/** One quiet line about how an answer came about. Its parts open below it, one at a time. */
export function ProofLine(props: ProofLineProps) {
  const { result, sourceName, withoutResult = [], hasFailedStep = false, stepsOpen = false, children } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState<PartName | null>(stepsOpen ? 'steps' : null)
  const id = useId()
  const part = (name: PartName, label: ReactNode, className?: string) => (
    <button
      type="button"
      className={cn(
        'rounded-xs text-left text-muted hover:text-ink hover:underline aria-expanded:font-medium aria-expanded:text-ink',
        'inline-flex items-center gap-1 align-bottom max-md:min-h-11 max-md:min-w-11 max-md:justify-center max-md:align-middle',
        className,
      )}
      aria-expanded={open === name}
      aria-controls={open === name ? id : undefined}
      onClick={() => setOpen(open === name ? null : name)}
    >
      {label}
    </button>
  )
  const receipt = result?.receipt ?? null
  const rules = receipt === null ? '' : rulesText(receipt, t)
  const definitions = receipt?.definitions ?? []
  const parts = [
    sourceName === null ? null : <bdi key="source">{sourceName}</bdi>,
    ...withoutResult,
    result !== null && receipt !== null && hasTables(result) ? part('tables', tablesText(result, t)) : null,
    result === null || result.databaseMs === null ? null : formatDuration(result.databaseMs),
    rules === '' ? null : part('rules', <RuleLabel text={rules} />, 'text-info! hover:text-info'),
    definitions.length === 0
      ? null
      : part('definitions', t('{n, plural, one {# definition} other {# definitions}}', { n: definitions.length })),
    result === null || props.hasSql === false ? null : part('sql', t('SQL')),
    props.steps === undefined || props.steps === null
      ? null
      : part('steps', hasFailedStep ? <FailedLabel text={t('Steps')} /> : t('Steps')),
  ].filter((shown) => shown !== null)
  return (
    <>
      <div className="@container/proof mt-2.5 flex min-h-7 flex-wrap items-center gap-x-1.5 text-xs/4 text-faint tabular-nums">
        <p className="min-w-0 grow basis-48 wrap-anywhere">
          {parts.map((shown, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts keep their order
            <Fragment key={at}>
              {at > 0 && ' · '}
              {shown}
            </Fragment>
          ))}
        </p>
        {children}
      </div>
      {open !== null && (
        <div id={id} className="mt-1 mb-3 border-l-2 border-line pl-3 text-xs/[18px]">
          <OpenPart name={open} {...props} />
        </div>
      )}
    </>
  )
}

function OpenPart({ name, result, reading = null, steps }: ProofLineProps & { name: PartName }) {
  switch (name) {
    case 'tables':
      return result === null ? null : <TablesPart result={result} reading={reading} />
    case 'rules':
      return result === null ? null : <RulesPart result={result} />
    case 'definitions':
      return <Definitions definitions={result?.receipt?.definitions ?? []} />
    case 'sql':
      return result === null ? null : <SqlPart result={result} />
    case 'steps':
      return steps
  }
}

function RuleLabel({ text }: { text: string }) {
  return (
    <>
      <Icon of={ShieldCheck} small />
      {text}
    </>
  )
}

function FailedLabel({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Icon of={TriangleAlert} small className="text-warning" />
      {text} <span className="sr-only">{t('(a step failed)')}</span>
    </>
  )
}

function hasTables({ receipt, computedFrom }: SqlResult): boolean {
  return computedFrom !== null || (receipt !== null && receipt.tables.length > 0)
}

function tablesText({ receipt, computedFrom }: SqlResult, t: TFunction): string {
  return computedFrom === null
    ? t('{n, plural, one {# table} other {# tables}}', { n: receipt?.tables.length ?? 0 })
    : t('Computed from {results}', { results: computedFrom.join(', ') })
}

/** What rules did: '1 row rule, 2 masked columns'. */
function rulesText({ rowRules, masks }: NonNullable<SqlResult['receipt']>, t: TFunction): string {
  return [
    rowRules.length === 0 ? null : t('{n, plural, one {# row rule} other {# row rules}}', { n: rowRules.length }),
    masks.length === 0 ? null : t('{n, plural, one {# masked column} other {# masked columns}}', { n: masks.length }),
  ]
    .filter((part) => part !== null)
    .join(', ')
}
