import { noDefinitions, type Metric } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { SaidContent } from './area-versions.ts'
import { changesBetween, compareWith, withChanges } from './draft-changes.ts'

const table = { name: 'orders', description: null, synonyms: [], columns: [], confirmed: true }
const join = { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }

function metric(name: string, expression: string): Metric {
  const computation = { kind: 'aggregate' as const, table: 'orders', expression, condition: null, time_column: null }
  const plain = { description: null, synonyms: [], dimensions: null, unit: null, format: null, deprecated: null }
  return { name, computation, ...plain }
}

function content(said: Partial<SaidContent> = {}): SaidContent {
  const empty = {
    description: null,
    instructions: null,
    synonyms: [],
    sampleQuestions: [],
    joins: [],
    definitions: noDefinitions,
  }
  return { ...empty, tables: [table], ...said }
}

const metrics = (...list: Metric[]) => ({ definitions: { ...noDefinitions, metrics: list } })
const before = content({
  description: 'Sales',
  joins: [join],
  ...metrics(metric('Revenue', 'SUM(a)'), metric('Orders', 'COUNT(*)')),
})

describe('the changes of a draft', () => {
  test('contain only what differs, and give back the draft', () => {
    const draft = content({
      instructions: 'Net of tax.',
      synonyms: ['shop'],
      sampleQuestions: ['How many orders?'],
      tables: [
        { ...table, description: 'Bought', columns: [{ name: 'total', description: 'With tax', synonyms: ['sum'] }] },
      ],
      joins: [{ ...join, cardinality: 'many_to_one' }],
      definitions: {
        ...noDefinitions,
        metrics: [metric('revenue', 'SUM(b)')],
        time_columns: [{ table: 'orders', column: 'day' }],
        value_synonyms: [{ table: 'orders', column: 'state', value: 'NW', synonyms: ['NRW'] }],
      },
    })
    const changes = changesBetween(before, draft)
    expect(changes.map(({ id }) => id)).toEqual([
      'instructions',
      'synonyms',
      'sample_questions',
      '["hint","orders",null]',
      '["hint","orders","total"]',
      '["join","orders","customer_id","customers","id",null,null]',
      '["metrics","revenue"]',
      '["time_columns","orders"]',
      '["value_synonyms","orders","state","nw"]',
      'description',
      '["metrics","orders"]',
    ])
    expect(withChanges(before, changes)).toEqual(draft)
    expect(changesBetween(before, structuredClone(before))).toEqual([])
  })

  test('stay apart from what others publish meanwhile', () => {
    const changes = changesBetween(
      before,
      content({ ...before, ...metrics(...before.definitions.metrics, metric('C', 'MAX(a)')) }),
    )
    const published = content({ ...before, description: 'All sales', ...metrics(metric('Revenue', 'SUM(b)')) })
    expect(compareWith(published, changes)).toEqual({ changes, collisions: [], missingTables: [] })
    const merged = withChanges(published, changes)
    expect(merged.description).toBe('All sales')
    expect(merged.definitions.metrics.map(({ name }) => name)).toEqual(['Revenue', 'C'])
  })

  test('collide with another change of the same thing, but not with the same one', () => {
    const changes = changesBetween(
      before,
      content({ ...before, description: 'Orders', ...metrics(metric('Revenue', 'SUM(b)')) }),
    )
    const published = content({ ...before, description: 'Orders', ...metrics(metric('Revenue', 'SUM(c)')) })
    const found = compareWith(published, changes)
    expect(found.changes.map(({ id }) => id)).toEqual(['["metrics","revenue"]'])
    expect(found.collisions.map(({ published: now }) => now)).toEqual([
      { kind: 'metrics', value: metric('Revenue', 'SUM(c)') },
    ])
  })

  test('of a table that the area no longer has are left out', () => {
    const changes = changesBetween(before, content({ ...before, tables: [{ ...table, description: 'Bought' }] }))
    const published = content({ ...before, tables: [] })
    expect(compareWith(published, changes)).toEqual({ changes: [], collisions: [], missingTables: ['orders'] })
    expect(withChanges(published, changes)).toEqual(published)
  })
})
