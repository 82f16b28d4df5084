import roles from '../lexicon/vocabulary/roles.json' with { type: 'json' }
import { message } from '@parlance/contract'
import { stem } from '@parlance/retrieval'
import { column as columnExpression } from '../query.ts'
import { dateColumns, displayColumns, mainDate } from '../schema/roles.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import type { Named } from './items.ts'
import { pickTable } from './pick.ts'
import { note, type Scope } from './scope.ts'
import { Decline } from '../decline.ts'

/** Whether a table has columns for the location of its rows. */
export function placeColumns(table: TableModel): ColumnModel[] {
  return table.columns.filter(
    (one) => !one.isForeignKey && one.kind === 'text' && placeWords.has(one.words.at(-1) ?? ''),
  )
}

const placeWords = new Set(roles.places)

/** The columns that 'when …' or 'where …' asks for, with the names of the rows; none for other questions. */
export function timeOrPlace(scope: Scope): Named[] | Decline {
  const { draft } = scope
  if (!draft.asksWhen && !draft.asksWhere) return []
  const word = draft.asksWhen ? 'when' : 'where'
  if (draft.items.some((one) => one.kind !== 'table') || draft.groups.length > 0)
    return new Decline(message('It is not clear what “{word}” refers to here.', { word }), [word])
  const owner = draft.orders.find((one) => one.temporal)?.of ?? null
  const table = owner === null ? scope.subject : pickTable(scope, owner)
  if (table instanceof Decline) return table
  const asked = draft.asksWhen ? whenColumn(scope, table) : whereColumns(scope)
  if (asked instanceof Decline) return asked
  return [...displayColumns(table), ...asked].map((one) => ({
    expression: columnExpression(one.ref),
    alias: one.name,
  }))
}

/** The date that a verb of the question names, else the row's own date. */
function whenColumn(scope: Scope, subject: TableModel): ColumnModel[] | Decline {
  const { draft } = scope
  const verbs = draft.passed.map(stem)
  const said = dateColumns(subject).find((one) => one.words.some((word) => verbs.includes(stem(word))))
  const found = said ?? mainDate(scope.schema, subject)
  if (found === null || found.table !== subject)
    return new Decline(message('{table} has no date that shows when.', { table: subject.name }), ['when'])
  note(scope, message('“When” refers to {column}', { column: `${subject.name}.${found.name}` }))
  return [found]
}

function whereColumns(scope: Scope): ColumnModel[] | Decline {
  const { subject, draft } = scope
  const found = placeColumns(subject)
  if (draft.orders.length > 0 || found.length === 0)
    return new Decline(message('{table} has no column that shows where.', { table: subject.name }), ['where'])
  note(
    scope,
    message('“Where” refers to {columns} of {table}', {
      columns: found.map((one) => one.name).join(', '),
      table: subject.name,
    }),
  )
  return found
}
