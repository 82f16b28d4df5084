import { message, patternOf, formatMessage } from '@parlance/contract'
import type { AudienceRow, AudienceTable, Message } from '@parlance/contract'
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
  const reason = reasonOf(access)
  const shown = rows.length > 0 ? 'some' : 'all'
  const closed = access.refusal === null ? 'none' : 'refused'
  return { table_name: name, sees: reason === null ? shown : closed, rows, ...reasonFields(reason) }
}

/** Presents a table of the area that a user cannot read. */
export function presentMissing({ name, reason }: MissingTable): AudienceTable {
  return { table_name: name, sees: 'refused', rows: [], ...reasonFields(missingTexts[reason]) }
}

const missingTexts: Record<MissingTable['reason'], Message> = {
  gone: message('This database does not have the table.'),
  ambiguous: message('Several tables have this name. Add the schema to the name.'),
  unconfirmed: message('An administrator must confirm this view, because its definition cannot be read.'),
  waiting: message('The table is protected, and no administrator has approved it for this user.'),
}

function reasonFields(reason: Message | null): Pick<AudienceTable, 'reason' | 'pattern' | 'values'> {
  return reason === null ? { reason: null } : { reason: formatMessage(reason), ...patternOf(reason) }
}

function reasonOf({ refusal, rows, isNever }: TableAccess): Message | null {
  if (refusal === 'closed-view') {
    return message('Queries fail, because this view reads tables with rules and has no rules of its own.')
  }
  if (refusal !== null) return message('Queries fail, because a rule has an error. {error}', { error: refusal })
  const always = rows.filter(({ onlyWith }) => onlyWith === null)
  const unset = namesOf(always.flatMap((row) => row.unset))
  if (unset.length > 0) {
    return message('No rows, because {names} {n, plural, one {is} other {are}} not set.', {
      names: unset.join(', '),
      n: unset.length,
    })
  }
  const unsuitable = namesOf(always.flatMap((row) => row.unsuitable))
  if (unsuitable.length > 0) {
    return message(
      'No rows, because the {n, plural, one {value of {names} does} other {values of {names} do}} not fit the column.',
      { names: unsuitable.join(', '), n: unsuitable.length },
    )
  }
  return isNever ? message('No rows, because no row can meet the rules.') : null
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
    inherits_from: parent && nameOf(parent, how),
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

function nameOf({ schema, table }: TableRef, { defaultSchema }: Presentation): string {
  return schema === null || schema === defaultSchema ? table : `${schema}.${table}`
}
