import { setImmediate as othersTurn } from 'node:timers/promises'
import { dialectFacts, message, metricQuerySchema, noDefinitions } from '@parlance/contract'
import type {
  AreaProblem,
  CatalogueTable,
  DefinedColumn,
  DefinitionKind,
  Definitions,
  Message,
  Metric,
} from '@parlance/contract'
import type { ExpressionUse } from '@parlance/sql'
import { semanticModel } from '../scoping/semantic-model.ts'
import { findTable } from '../scoping/table-names.ts'
import type { AreaDraft } from '../store/area-record.ts'
import type { DatabaseCheck, Finding } from './finding.ts'

type Place = NonNullable<AreaProblem['definition']>

/** What is wrong with the definitions of a draft, whatever the databases contain. */
export async function referenceFindings({ definitions }: Pick<AreaDraft, 'definitions'>): Promise<Finding[]> {
  if (isEmpty(definitions)) return []
  const { checkReferences } = await import('@parlance/semantics')
  return checkReferences(definitions).map(({ definition, part, message: text, position }) =>
    findingOf(definition, null, part, text, { position }),
  )
}

/** Proves the definitions of a draft against one database: each expression, column, and way between tables. */
export async function definitionFindings(check: DatabaseCheck): Promise<Finding[]> {
  if (isEmpty(check.draft.definitions)) return []
  const definitions = chosen(check)
  const prover = new DefinitionProver(check)
  for (const metric of definitions.metrics) await prover.prove(() => prover.metric(metric))
  for (const { name, table, expression } of definitions.dimensions) {
    const place = { kind: 'dimension', name } as const
    await prover.prove(() => prover.expression(place, table, 'expression', expression, 'value'))
  }
  for (const { name, table, condition } of definitions.filters) {
    const place = { kind: 'filter', name } as const
    await prover.prove(() => prover.expression(place, table, 'condition', condition, 'condition'))
  }
  for (const column of definitions.time_columns) {
    const place = { kind: 'time_column', name: nameOf(column) } as const
    await prover.prove(async () => prover.timeColumn(place, column, 'column'))
  }
  for (const column of definitions.value_synonyms) {
    const place = { kind: 'value_synonym', name: nameOf(column) } as const
    await prover.prove(async () => void prover.column(place, column, 'column'))
  }
  return prover.findings
}

/** All definitions, or the only one to prove. */
function chosen({ draft: { definitions }, only }: DatabaseCheck): Definitions {
  if (only === undefined) return definitions
  const pick = <Item extends { name: string }>(kind: DefinitionKind, list: Item[]): Item[] =>
    only.kind === kind ? list.filter(({ name }) => name.toLowerCase() === only.name.toLowerCase()) : []
  return {
    ...noDefinitions,
    metrics: pick('metric', definitions.metrics),
    dimensions: pick('dimension', definitions.dimensions),
    filters: pick('filter', definitions.filters),
  }
}

function isEmpty(definitions: Definitions): boolean {
  return Object.values(definitions).every((list) => list.length === 0)
}

function nameOf({ table, column }: DefinedColumn): string {
  return `${table}.${column}`
}

interface FindingDetails {
  severity?: Finding['severity']
  position?: number | null
  isAbsent?: boolean
}

function findingOf(
  definition: Place,
  table: string | null,
  part: string,
  text: Message,
  { severity = 'error', position = null, isAbsent = false }: FindingDetails = {},
): Finding {
  const subject = `definitions ${definition.kind} ${definition.name} ${table ?? ''}`
  const place = { section: 'definitions', rule: null, definition, table, part, position } as const
  return { subject, severity, ...place, message: text, isAbsent }
}

/** Collects what is wrong with definitions in one database. */
class DefinitionProver {
  readonly findings: Finding[] = []
  private isCut = false
  private readonly check: DatabaseCheck

  constructor(check: DatabaseCheck) {
    this.check = check
  }

  /** Proves one more definition if there is time, and lets other requests have their turn. */
  async prove(one: () => Promise<void>): Promise<void> {
    if (this.isCut) return
    if (this.check.isOver()) {
      this.isCut = true
      const text = message('Not all definitions could be checked at once. The rest are checked when a query uses them.')
      this.findings.push({ ...findingOf({ kind: 'metric', name: '' }, null, 'name', text), severity: 'warning' })
      return
    }
    await one()
    await othersTurn()
  }

  async metric(metric: Metric): Promise<void> {
    const place = { kind: 'metric', name: metric.name } as const
    const { computation } = metric
    if (computation.kind === 'aggregate') {
      const { table, expression, condition, time_column } = computation
      await this.expression(place, table, 'expression', expression, 'aggregate')
      if (condition !== null && this.has(table))
        await this.expression(place, table, 'condition', condition, 'condition')
      if (time_column !== null && this.has(table)) this.timeColumn(place, time_column, 'time_column')
    }
    const isPlaced = computation.kind === 'formula' || this.has(computation.table)
    if (isPlaced) await this.ways(metric)
  }

  /** An expression reads only columns of its table. */
  async expression(place: Place, table: string, part: string, sql: string, use: ExpressionUse): Promise<void> {
    const found = this.table(place, table)
    if (found === null) return
    const { checkExpression } = await import('@parlance/sql')
    const ref = { schema: found.schema, table: found.name }
    const problem = await checkExpression({ sql, use, table: ref }, this.check.catalogue, this.check.parse)
    if (problem === null) return
    this.findings.push(findingOf(place, table, part, problem.message, { position: problem.position }))
  }

  timeColumn(place: Place, written: DefinedColumn, part: string): void {
    const column = this.column(place, written, part)
    if (column === null) return
    const isLoose = dialectFacts[this.check.catalogue.dialect].hasLooseTypes && column.kind === 'text'
    if (column.kind === 'date' || column.kind === 'timestamp' || isLoose) return
    const text = message('{column} is not a date. Choose a column of dates or of dates with a time.', {
      column: nameOf(written),
    })
    this.findings.push(findingOf(place, written.table, part, text))
  }

  column(place: Place, written: DefinedColumn, part: string): CatalogueTable['columns'][number] | null {
    const table = this.table(place, written.table)
    if (table === null) return null
    const column = table.columns.find(({ name }) => name.toLowerCase() === written.column.toLowerCase())
    if (column !== undefined) return column
    const text = message('There is no column {column} in {table}.', written)
    this.findings.push(findingOf(place, written.table, part, text))
    return null
  }

  /** What a metric may be grouped by, and its dates, are reached without counting a row twice. */
  private async ways({ name, computation, dimensions }: Metric): Promise<void> {
    const time = computation.kind === 'aggregate' ? computation.time_column : null
    const grouped = dimensions?.map((dimension) => ({ part: 'dimensions', query: { group_by: [dimension] } })) ?? []
    const dated = time === null ? [] : [{ part: 'time_column', query: { grain: 'year' as const } }]
    if (grouped.length + dated.length === 0) return
    const { compile, Refusal } = await import('@parlance/semantics')
    const model = await this.model()
    for (const { part, query } of [...grouped, ...dated]) {
      if (this.check.isOver()) return
      const found = compile(metricQuerySchema.parse({ metrics: [name], ...query }), model)
      if (!(found instanceof Refusal) || !wayCodes.has(found.code)) continue
      this.findings.push(findingOf({ kind: 'metric', name }, null, part, found.reason))
    }
  }

  private made: ReturnType<typeof semanticModel> | null = null
  private async model(): Promise<ReturnType<typeof semanticModel>> {
    const { tableSql } = await import('@parlance/sql')
    const { catalogue, draft } = this.check
    this.made ??= semanticModel(draft, { catalogue, tableSql, versionOf: () => 0, maskedIn: () => new Set() })
    return this.made
  }

  private has(table: string): boolean {
    return this.inArea(table) !== null && this.inDatabase(table) !== null
  }

  /** Reports a table that the area doesn't have, or that this database lacks. */
  private table(place: Place, written: string): CatalogueTable | null {
    if (this.inArea(written) === null) {
      const text = message(
        '{table} is not a table of this business area. Add the table, or change or delete the definition.',
        { table: written },
      )
      this.findings.push(findingOf(place, written, 'table', text))
      return null
    }
    const found = this.inDatabase(written)
    if (found === null) {
      const text = message('There is no table named {table}.', { table: written })
      this.findings.push(findingOf(place, written, 'table', text, { isAbsent: true }))
    }
    return found
  }

  private inArea(written: string): string | null {
    const { tables } = this.check.draft
    const same = tables.find(({ name }) => name.toLowerCase() === written.toLowerCase())
    if (same !== undefined) return same.name
    const meant = this.inDatabase(written)
    return meant === null
      ? null
      : (tables.find(({ name }) => findTable(this.check.catalogue, name) === meant)?.name ?? null)
  }

  private inDatabase(written: string): CatalogueTable | null {
    const found = findTable(this.check.catalogue, written)
    return found === 'ambiguous' ? null : found
  }
}

/** Other refusals are reported where they come from. */
const wayCodes: ReadonlySet<string> = new Set([
  'multiplies_rows',
  'unknown_cardinality',
  'unreadable_relationship',
  'no_relationship',
  'ambiguous_path',
])
