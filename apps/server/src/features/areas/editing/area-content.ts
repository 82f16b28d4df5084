import {
  areaColumnFields,
  areaRuleTexts,
  areaTableFields,
  fieldsWith,
  message,
  verbatim,
  type AreaJoin,
  type AreaTableInput,
  type ColumnSecurityRules,
  type DefinedColumn,
  type Definitions,
  type Metric,
  type Message,
  type RowSecurityRules,
} from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import type { AreaTableRecord } from '../store/area-record.ts'
import { settleFields, wireFields } from '../store/field-values.ts'
import type { KnownDatabases } from '../scoping/known-databases.ts'
import { listNames } from '../scoping/list-names.ts'
import { findTable, nameOf, spellingsOf } from '../scoping/table-names.ts'

/** The most names to list in a message. */
const mostNames = 50

/** The fields of a table that are included in a file or moved to another application. */
export const fieldsOfTableFile = fieldsWith(areaTableFields, { inFile: true })

export interface TablesContext {
  known: KnownDatabases
  /** The area's current tables. Fields that the caller doesn't mention keep their values. */
  before: AreaTableRecord[]
  /** Whether an administrator is saving. Only administrators may confirm a view that cannot be read. */
  mayConfirm: boolean
}

/**
 * Converts tables to their stored form: in the catalog's spelling, without duplicates.
 * @throws AppError bad_request without tables, area_invalid for names that are ambiguous or in no tested database,
 *   forbidden
 */
export function toTableRecords(inputs: AreaTableInput[], context: TablesContext): AreaTableRecord[] {
  if (inputs.length === 0) throw new AppError('bad_request', { detail: areaRuleTexts.tablesRequired })
  requireDatabases(context.known)
  const before = new Map(context.before.map((table) => [table.name, table]))
  const records = new Map<string, AreaTableRecord>()
  const invalid: string[] = []
  const ambiguous: (string | Message)[] = []
  for (const input of inputs) {
    const found = lookUp(input.table_name, context.known)
    if (found === null) invalid.push(input.table_name)
    else if ('spellings' in found) ambiguous.push(inSpellings(input.table_name, found.spellings, context))
    else if (!records.has(found.name)) {
      records.set(found.name, toRecord(input, found.name, before.get(found.name), context.mayConfirm))
    }
  }
  if (invalid.length > 0)
    throw new AppError('area_invalid', {
      detail: message('Invalid tables: {names}', { names: listNames(invalid, mostNames) }),
    })
  if (ambiguous.length > 0) {
    throw new AppError('area_invalid', {
      detail: message('Ambiguous tables: {names}. Add the schema to each name.', {
        names: listNames(ambiguous, mostNames),
      }),
    })
  }
  return [...records.values()]
}

/** Other spellings may come from databases that only administrators know. */
function inSpellings(name: string, spellings: string[], { mayConfirm }: TablesContext): string | Message {
  if (!mayConfirm) return name
  const either = spellings.map(verbatim).reduce((first, second) => message('{first} or {second}', { first, second }))
  return message('{name} ({spellings})', { name, spellings: either })
}

/** Spells the tables as another application's databases do, and drops confirmations, which were for the old views. */
export function moveTables(tables: AreaTableRecord[], context: Omit<TablesContext, 'before'>): AreaTableRecord[] {
  const inputs = tables.map((table) => wireFields(areaTableFields, fieldsOfTableFile, table))
  return toTableRecords(inputs, { ...context, before: [] })
}

/**
 * Converts joins to their stored form: structured joins are complete, tables have the catalog's spelling, and the type
 * has a default.
 * @throws AppError bad_request
 */
export function toJoins(joins: AreaJoin[], known: KnownDatabases): AreaJoin[] {
  return joins.map((join) => {
    const { join_type: _type, left_table, left_column, right_table, right_column, join_condition, ...said } = join
    const isStructured = [left_table, left_column, right_table, right_column, join_condition].some(Boolean)
    if (!isStructured) {
      if (said.description?.trim()) return { ...said, description: said.description.trim() }
      throw new AppError('bad_request', {
        detail: message('A relationship needs either tables and columns, or a description.'),
      })
    }
    const hasColumns = Boolean(left_column && right_column)
    if (!left_table || !right_table || !(hasColumns || join_condition?.trim())) {
      throw new AppError('bad_request', {
        detail: message(
          'A relationship needs a left and a right table, and either a column of each or a join condition.',
        ),
      })
    }
    const spelled = { left_table: spell(left_table, known), right_table: spell(right_table, known) }
    return { join_type: 'INNER', ...join, ...spelled }
  })
}

/** Converts definitions to their stored form: tables have the catalog's spelling. */
export function toDefinitions(definitions: Definitions, known: KnownDatabases): Definitions {
  const placed = <Placed extends { table: string }>(one: Placed): Placed => ({ ...one, table: spell(one.table, known) })
  const metric = (one: Metric): Metric => {
    if (one.computation.kind === 'formula') return one
    const { time_column: column } = one.computation
    const time_column: DefinedColumn | null = column === null ? null : placed(column)
    return { ...one, computation: { ...placed(one.computation), time_column } }
  }
  return {
    metrics: definitions.metrics.map(metric),
    dimensions: definitions.dimensions.map(placed),
    filters: definitions.filters.map(placed),
    time_columns: definitions.time_columns.map(placed),
    value_synonyms: definitions.value_synonyms.map(placed),
  }
}

/**
 * The documents write "no rules" as an empty object, but null is stored. Parameter meanings are stored even without
 * rules.
 */
export function toRowRules(rules: RowSecurityRules | object | null | undefined): RowSecurityRules | null {
  if (!rules || !('rules' in rules)) return null
  return rules.rules.length > 0 || Object.keys(rules.parameters ?? {}).length > 0 ? rules : null
}

export function toColumnRules(rules: ColumnSecurityRules | object | null | undefined): ColumnSecurityRules | null {
  return rules && 'rules' in rules && rules.rules.length > 0 ? rules : null
}

/** @throws AppError area_invalid if no name can be checked */
function requireDatabases({ read, unread }: KnownDatabases): void {
  if (read.length > 0) return
  const detail =
    unread.length > 0
      ? message(
          'Unable to load tables - no database access. Check the connections of this application, then try again.',
        )
      : message('Unable to load tables - no database access. Add a connection to this application and test it first.')
  throw new AppError('area_invalid', { detail })
}

/** Asks the databases in turn. The first one that has the table decides its spelling. */
function lookUp(written: string, { read }: KnownDatabases): { name: string } | { spellings: string[] } | null {
  let spellings: string[] | null = null
  for (const { catalogue } of read) {
    const found = findTable(catalogue, written)
    if (found === 'ambiguous') spellings ??= spellingsOf(catalogue, written)
    else if (found !== null) return { name: nameOf(catalogue, found) }
  }
  return spellings === null ? null : { spellings }
}

function spell(written: string, known: KnownDatabases): string {
  const found = lookUp(written, known)
  return found !== null && 'name' in found ? found.name : written
}

function toRecord(
  input: AreaTableInput,
  name: string,
  before: AreaTableRecord | undefined,
  mayConfirm: boolean,
): AreaTableRecord {
  const columns = input.columns?.map((column) => settleFields(areaColumnFields, column, null))
  const record = settleFields(areaTableFields, { ...input, table_name: name, columns }, before)
  if (record.confirmed && before?.confirmed !== true && !mayConfirm) {
    throw new AppError('forbidden', {
      detail: message('Only administrators can confirm a view whose definition cannot be read.'),
    })
  }
  return record
}
