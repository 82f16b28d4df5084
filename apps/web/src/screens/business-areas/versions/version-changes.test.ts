import { formatMessage, noDefinitions, type AreaVersionContent, type Metric } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { versionChanges } from './version-changes.ts'

type Content = AreaVersionContent['content']

function makeContent(fields: Partial<Content> = {}): Content {
  return {
    description: null,
    ai_instructions: null,
    synonyms: [],
    sample_questions: [],
    tables: [],
    joins: [],
    definitions: noDefinitions,
    ...fields,
  }
}

function makeMetric(name: string, expression: string): Metric {
  return {
    name,
    description: null,
    synonyms: [],
    computation: { kind: 'aggregate', table: 'orders', expression, condition: null, time_column: null },
    dimensions: null,
    unit: null,
    format: null,
    deprecated: null,
  }
}

function changes(before: Partial<Content>, after: Partial<Content>): string[] {
  return versionChanges(makeContent(before), makeContent(after)).map(
    ({ what, field, before: old, after: now }) =>
      `${formatMessage(what)}${field === null ? '' : `, ${formatMessage(field)}`}: ${old || '-'} > ${now || '-'}`,
  )
}

describe('what changed between two versions', () => {
  it('is nothing for equal versions', () => {
    const content = { synonyms: ['sales'], definitions: { ...noDefinitions, metrics: [makeMetric('A', 'SUM(x)')] } }
    expect(changes(content, structuredClone(content))).toEqual([])
  })

  it('lists the texts of the area', () => {
    expect(changes({ ai_instructions: 'Net of tax.' }, { ai_instructions: 'Gross.', synonyms: ['sales'] })).toEqual([
      'Instructions to the AI: Net of tax. > Gross.',
      'Synonyms: - > sales',
    ])
  })

  it('lists added, changed, and removed definitions, and only the fields that changed', () => {
    const before = { ...noDefinitions, metrics: [makeMetric('Revenue', 'SUM(total)'), makeMetric('Old', 'COUNT(*)')] }
    const after = { ...noDefinitions, metrics: [makeMetric('revenue', 'SUM(net)'), makeMetric('Orders', 'COUNT(id)')] }
    expect(changes({ definitions: before }, { definitions: after })).toEqual([
      'Metric revenue, Expression: SUM(total) > SUM(net)',
      'Metric Orders: - > orders · COUNT(id)',
      'Metric Old: orders · COUNT(*) > -',
    ])
  })

  it('lists a metric that became a formula', () => {
    const formula: Metric = { ...makeMetric('A', ''), computation: { kind: 'formula', formula: '{B} / {C}' } }
    const before = { ...noDefinitions, metrics: [makeMetric('A', 'SUM(x)')] }
    expect(changes({ definitions: before }, { definitions: { ...noDefinitions, metrics: [formula] } })).toEqual([
      'Metric A, Table: orders > -',
      'Metric A, Expression: SUM(x) > -',
      'Metric A, Formula: - > {B} / {C}',
    ])
  })

  it('lists relationships and hints', () => {
    const join = { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }
    const table = { table_name: 'orders', description: 'What was bought', synonyms: [], columns: [] }
    expect(
      changes(
        { joins: [join] },
        {
          joins: [{ ...join, cardinality: 'many_to_one' }],
          tables: [table, { ...table, table_name: 'x', description: null }],
        },
      ),
    ).toEqual([
      'Hints for orders: - > What was bought',
      'Relationship orders.customer_id = customers.id, Rows on each side: - > many to one',
    ])
  })
})
