import { message, type Message } from '@parlance/contract'
import type { DenialReason } from '@parlance/sql'

/** A table that belongs to the area but can't be read there now, and why. */
export interface MissingTable {
  /** As the business area spells it. */
  name: string
  reason: 'gone' | 'ambiguous' | 'unconfirmed' | 'waiting'
}

/** A result that can't be computed with, and why. */
export interface MissingResult {
  name: string
  reason: 'cut' | 'large'
}

/** The gate doesn't know tables that can't be read, so this replaces its message about one of them with the reason. */
export function explainMissing(
  reasons: DenialReason[],
  sql: string,
  missing: readonly (MissingTable | MissingResult)[] = [],
): DenialReason[] {
  if (missing.length === 0) return reasons
  return reasons.map((reason) => {
    if (reason.code !== 'unknown_table' && reason.code !== 'table_not_in_area') return reason
    const written = reason.position === null ? null : nameAt(sql, reason.position)
    const table = written === null ? undefined : missing.find(({ name }) => isSameName(name, written))
    return table === undefined ? reason : { ...reason, message: textOf(table) }
  })
}

function textOf({ name, reason }: MissingTable | MissingResult): Message {
  switch (reason) {
    case 'gone':
      return message('The table {name} is in this business area, but it no longer exists in this database.', { name })
    case 'ambiguous':
      return message(
        'This database has several tables named {name}. The owner of this business area can add the schema to the name.',
        { name },
      )
    case 'unconfirmed':
      return message(
        '{name} is a view, and Parlance cannot read its definition. An administrator must confirm it in this business area first.',
        { name },
      )
    case 'waiting':
      return message(
        '{name} is protected, and no administrator has approved it for you in this business area. Ask an administrator.',
        { name },
      )
    case 'cut':
      return message(
        '{name} is missing rows, so it cannot be computed with. Run a query that returns fewer rows, or compute in the database.',
        { name },
      )
    case 'large':
      return message('{name} is too large to compute with. Run a query that selects fewer columns.', { name })
  }
}

/** The identifier that begins here, without its quotes. */
function nameAt(sql: string, position: number): string | null {
  const found = /^(?:"([^"]+)"|`([^`]+)`|\[([^\]]+)\]|([\p{L}\p{N}_$#@]+))/u.exec(sql.slice(position, position + 600))
  return found?.slice(1).find((part) => part !== undefined) ?? null
}

function isSameName(name: string, written: string): boolean {
  const wanted = written.toLowerCase()
  const known = name.toLowerCase()
  return known === wanted || known.endsWith(`.${wanted}`)
}
