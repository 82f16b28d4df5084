import { formatMessage, joinMessages, message, patternOf } from '@parlance/contract'
import type { AreaPreview, AudienceRow, AudienceTable, Message } from '@parlance/contract'
import type { RowAccess, TableAccess, TableRef } from '@parlance/sql'
import type { MissingTable } from '../../../door/missing-tables.ts'

interface Presentation {
  /** Whether the viewer may see the values of the user's attributes. */
  showsValues: boolean
  defaultSchema: string | null
}

/** Presents what one user sees of a table. */
export function presentTable(name: string, access: TableAccess, presentation: Presentation): AudienceTable {
  const rows = access.rows.map((row) => presentRow(row, presentation))
  const empty = emptyOf(access, presentation, ({ onlyWith }) => onlyWith === null)
  if (empty === null) return { table_name: name, sees: rows.length > 0 ? 'some' : 'all', rows, ...noReason }
  return { table_name: name, sees: access.refusal === null ? 'none' : 'refused', rows, ...empty }
}

type Empty = Omit<AreaPreview['empty_tables'][number], 'table_name'>

/**
 * Explains why a user sees no rows of a table.
 * @param applies whether a row rule applies
 * @returns null if the user may see rows
 */
export function emptyOf(
  access: TableAccess,
  { defaultSchema }: Pick<Presentation, 'defaultSchema'>,
  applies: (row: RowAccess) => boolean,
): Empty | null {
  const rows = access.rows.filter(applies)
  const reason = reasonOf(access, rows, defaultSchema)
  if (reason === null) return null
  const names = access.refusal === null ? rows.flatMap(({ unset, unsuitable }) => [...unset, ...unsuitable]) : []
  return { ...reasonFields(reason), without_value: namesOf(names) }
}

/** Presents a table of the area that a user cannot read. */
export function presentMissing({ name, reason }: MissingTable): AudienceTable {
  return { table_name: name, sees: 'refused', rows: [], ...reasonFields(missingTexts[reason]), without_value: [] }
}

const missingTexts: Record<MissingTable['reason'], Message> = {
  gone: message('This database does not have the table.'),
  ambiguous: message('Several tables have this name. Add the schema to the name.'),
  unconfirmed: message('An administrator must confirm this view, because its definition cannot be read.'),
  waiting: message('The table is protected, and no administrator has approved it for this user.'),
}

const noReason = { reason: null, without_value: [] }

function reasonFields(reason: Message): Pick<Empty, 'reason' | 'pattern' | 'values'> {
  return { reason: formatMessage(reason), ...patternOf(reason) }
}

function reasonOf({ refusal, isNever }: TableAccess, rows: RowAccess[], defaultSchema: string | null): Message | null {
  if (refusal === 'closed-view') {
    return message('Queries fail, because this view reads tables with rules and has no rules of its own.')
  }
  if (refusal !== null) return message('Queries fail, because a rule has an error. {error}', { error: refusal })
  const origins = originsOf(rows, defaultSchema)
  const unset = namesOf(rows.flatMap((row) => row.unset))
  if (unset.length > 0) {
    const names = unset.join(', ')
    const text = message('No rows, because {names} {n, plural, one {is} other {are}} not set.', {
      names,
      n: unset.length,
    })
    return joinMessages([text, ...origins])
  }
  const unsuitable = namesOf(rows.flatMap((row) => row.unsuitable))
  if (unsuitable.length > 0) {
    const text = message(
      'No rows, because the {n, plural, one {value of {names} does} other {values of {names} do}} not fit the column.',
      { names: unsuitable.join(', '), n: unsuitable.length },
    )
    return joinMessages([text, ...origins])
  }
  return isNever ? message('No rows, because no row can meet the rules.') : null
}

/** The rules of parent tables that hide the rows. */
function originsOf(rows: RowAccess[], defaultSchema: string | null): Message[] {
  const origins = rows.flatMap((row) => row.origins).map(({ rule, table }) => [rule, nameOf(table, defaultSchema)])
  const distinct = new Map(origins.map((origin) => [origin.join('\n'), origin]))
  return [...distinct.values()].map(([rule = '', table = '']) =>
    message('This follows from the rule “{rule}” on {table}.', { rule, table }),
  )
}

function presentRow({ rule, text, parent, onlyWith, unset, unsuitable }: RowAccess, how: Presentation): AudienceRow {
  const parts = text.map((part) => {
    if (typeof part === 'string') return part
    const isShown = how.showsValues || !isAttribute(part.parameter)
    return isShown && part.literal !== null ? part.literal : `:${part.parameter}`
  })
  return {
    rule,
    condition: parts.join(''),
    inherits_from: parent && nameOf(parent, how.defaultSchema),
    only_with: onlyWith,
    without_value: namesOf([...unset, ...unsuitable]),
  }
}

/** The parameters that say something about a user that not everyone knows. */
function isAttribute(parameter: string): boolean {
  return parameter.startsWith('user.') || parameter === 'current_tenant_id' || parameter === 'current_dept_id'
}

/** An attribute by its name, any other parameter as rules write it. */
function namesOf(parameters: string[]): string[] {
  const names = parameters.map((name) => (name.startsWith('user.') ? name.slice('user.'.length) : `:${name}`))
  return [...new Set(names)]
}

/** A table's name as the interface shows it. */
export function nameOf({ schema, table }: TableRef, defaultSchema: string | null): string {
  return schema === null || schema === defaultSchema ? table : `${schema}.${table}`
}
