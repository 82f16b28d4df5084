import { message, type Message } from '@parlance/contract'
import { writingOf } from '@parlance/sql/writing'
import { singular, tokenise } from '@parlance/retrieval'
import type { ColumnValues } from '../contract.ts'
import type { ColumnModel, Schema } from '../schema/model.ts'
import { isNumeric } from '../schema/roles.ts'
import { capitalized, columnSql, literal, ownWords, rowsOf, type FreeNames } from './names.ts'
import type { NamedTable, ProposedDefinition } from './contract.ts'

/** A state of a table's rows, such as 'Cancelled orders'. */
export interface FoundState {
  name: string
  condition: string
  /** Whether every question about the table means rows in this state. */
  isDefault: boolean
  reason: Message
}

/** States of one table. */
const mostStates = 4

/** A column with more values is not a status. */
const mostValues = 20

const statusWords = new Set(['status', 'state', 'stage', 'phase'])

/** The states that people ask for, those that they ask for most first. */
const stateWords =
  'active open cancelled canceled closed completed paid unpaid overdue shipped delivered pending returned refunded won lost approved rejected inactive archived expired'.split(
    ' ',
  )

/** What a yes/no column may be called, and what rows with a no are called; null if no one asks for them. */
const flags = new Map<string, { yes: string | null; no: string | null; isDefault?: true }>([
  ['active', { yes: 'active', no: null }],
  ['enabled', { yes: 'enabled', no: null }],
  ['open', { yes: 'open', no: null }],
  ['cancelled', { yes: 'cancelled', no: null }],
  ['canceled', { yes: 'canceled', no: null }],
  ['discontinued', { yes: 'discontinued', no: null }],
  ['archived', { yes: 'archived', no: null }],
  ['internal', { yes: 'internal', no: null }],
  ['paid', { yes: 'paid', no: 'unpaid' }],
  ['deleted', { yes: null, no: 'not deleted', isDefault: true }],
])

/** The states of a table, from yes/no columns, and from the values of status columns. */
export async function statesOf(
  { dialect }: Pick<Schema, 'dialect'>,
  { table }: NamedTable,
  valuesOf: (column: ColumnModel) => Promise<ColumnValues>,
): Promise<FoundState[]> {
  const rows = rowsOf(table)
  const found: FoundState[] = []
  for (const column of table.columns) {
    if (column.isKey || column.isForeignKey || found.length >= mostStates) continue
    const sql = columnSql(column, dialect)
    const words = ownWords(column).filter((word) => word !== 'is' && word !== 'has')
    const isStatus = column.kind === 'text' && statusWords.has(words.at(-1) ?? '')
    if (isStatus) found.push(...valueStates(sql, column, rows, (await valuesOf(column)).values ?? []))
    else found.push(...flagStates(sql, column, words, rows, dialect))
  }
  return found.slice(0, mostStates)
}

function valueStates(sql: string, column: ColumnModel, rows: string, values: readonly unknown[]): FoundState[] {
  const texts = values.filter((one) => typeof one === 'string')
  if (texts.length < 2 || values.length > mostValues) return []
  return stateWords.flatMap((word) => {
    const value = texts.find((one) => tokenise(one).map(singular).join(' ') === singular(word))
    if (value === undefined) return []
    return [
      {
        name: `${capitalized(word)} ${rows}`,
        condition: `${sql} = ${literal(value)}`,
        isDefault: false,
        reason: message('{column} has the value {value}', { column: column.name, value }),
      },
    ]
  })
}

function flagStates(
  sql: string,
  column: ColumnModel,
  words: readonly string[],
  rows: string,
  dialect: Schema['dialect'],
): FoundState[] {
  const [word = '', other] = words.filter((one) => one !== 'at' && one !== 'on' && one !== 'date')
  const flag = other === undefined ? flags.get(word) : undefined
  if (flag === undefined) return []
  const isDate = column.kind === 'date' || column.kind === 'timestamp'
  if (isDate && !column.nullable) return []
  if (!isDate && column.kind !== 'boolean' && !isNumeric(column)) return []
  const reason = isDate
    ? message('{column} is empty until it happens', { column: column.name })
    : message('{column} says yes or no', { column: column.name })
  const made = (name: string | null, yes: boolean, isDefault: boolean): FoundState[] =>
    name === null
      ? []
      : [{ name: `${capitalized(name)} ${rows}`, condition: conditionOf(sql, column, yes, dialect), isDefault, reason }]
  return [...made(flag.yes, true, false), ...made(flag.no, false, flag.isDefault === true)]
}

function conditionOf(sql: string, column: ColumnModel, yes: boolean, dialect: Schema['dialect']): string {
  if (column.kind === 'date' || column.kind === 'timestamp') return `${sql} IS ${yes ? 'NOT ' : ''}NULL`
  const hasWords = column.kind === 'boolean' && writingOf(dialect).numbersForYesNo !== true
  return `${sql} = ${hasWords ? String(yes).toUpperCase() : Number(yes)}`
}

/** The states as named filters. */
export function proposeFilters(
  { name: table, table: of }: NamedTable,
  states: readonly FoundState[],
  names: FreeNames,
): ProposedDefinition[] {
  return states.flatMap(({ name: wanted, condition, isDefault, reason }) => {
    const name = names.take('filter', wanted, of)
    if (name === null) return []
    return [
      {
        item: {
          kind: 'filter' as const,
          value: {
            name,
            description: null,
            synonyms: [],
            table,
            condition,
            applies_by_default: isDefault,
            deprecated: null,
          },
        },
        reason,
      },
    ]
  })
}
