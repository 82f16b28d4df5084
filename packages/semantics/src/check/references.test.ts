import { definitionsSchema, formatMessage, type DefinitionsInput } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { shopDefinitions } from '../testing/shop.ts'
import { checkReferences } from './references.ts'

function problemsOf(definitions: DefinitionsInput): string[] {
  return checkReferences(definitionsSchema.parse(definitions)).map(
    ({ definition: { kind, name }, part, message, position }) =>
      `${kind} ${name}, ${part}${position === null ? '' : ` at ${position}`}: ${formatMessage(message)}`,
  )
}

const count = { kind: 'aggregate' as const, table: 'orders', expression: 'COUNT(*)' }
const formula = (text: string) => ({ kind: 'formula' as const, formula: text })

describe('definitions', () => {
  it('may have the same name if they are of different kinds', () => {
    const definitions: DefinitionsInput = {
      metrics: [{ name: 'Orders', computation: count }],
      dimensions: [{ name: 'orders', table: 'orders', expression: 'id' }],
    }
    expect(problemsOf(definitions)).toEqual([])
  })

  it('have unique names, whatever their case', () => {
    const definitions: DefinitionsInput = {
      metrics: [
        { name: 'Orders', computation: count },
        { name: 'ORDERS', computation: count },
      ],
    }
    expect(problemsOf(definitions)).toEqual([
      'metric ORDERS, name: Another metric has the name ORDERS. Rename one of them.',
    ])
  })

  it('name only definitions that exist', () => {
    const definitions: DefinitionsInput = {
      metrics: [
        { name: 'A', computation: formula('{B} / 2'), dimensions: ['Country'] },
        { name: 'C', computation: count, deprecated: { reason: 'Old', use_instead: 'D' } },
        { name: 'E', computation: count, deprecated: { reason: 'Old', use_instead: 'e' } },
      ],
      dimensions: [{ name: 'City', table: 'orders', expression: 'city', parent: 'Region' }],
    }
    expect(problemsOf(definitions)).toEqual([
      'metric C, use_instead: There is no metric D. Add it, or choose another one.',
      'metric E, use_instead: It cannot replace itself. Choose another one.',
      'metric A, dimensions: There is no dimension Country. Add it, or choose another one.',
      'dimension City, parent: There is no dimension Region. Add it, or choose another one.',
      'metric A, formula at 1: There is no metric B. Add it, or choose another one.',
    ])
  })

  it('do not lead back to themselves', () => {
    const definitions: DefinitionsInput = {
      metrics: [
        { name: 'A', computation: formula('{B}') },
        { name: 'B', computation: formula('{A} + {C}') },
        { name: 'C', computation: count },
      ],
      dimensions: [
        { name: 'D', table: 'orders', expression: 'd', parent: 'D' },
        { name: 'F', table: 'orders', expression: 'f', parent: 'D' },
      ],
    }
    expect(problemsOf(definitions)).toEqual([
      'dimension D, parent: Its hierarchy leads back to D. Choose another parent.',
      'metric A, formula: The formula leads back to A. Remove one of the metrics from it.',
      'metric B, formula: The formula leads back to B. Remove one of the metrics from it.',
    ])
    expect(problemsOf(shopDefinitions)).toHaveLength(2)
  })

  it('do not apply by default once they should no longer be used', () => {
    const deprecated = { reason: 'Old' }
    const filter = { name: 'Active', table: 'customers', condition: 'is_active = 1', applies_by_default: true }
    expect(problemsOf({ filters: [filter, { ...filter, name: 'Old', deprecated }] })).toEqual([
      'filter Old, applies_by_default: A filter that should no longer be used cannot apply by default. Turn off one of the two.',
    ])
  })

  it('say where a formula can not be read', () => {
    expect(problemsOf({ metrics: [{ name: 'A', computation: formula('1 + SUM(x)') }] })).toEqual([
      'metric A, formula at 3: Write metrics in braces, numbers, and + - * / ( ).',
    ])
  })

  it('give a table one time column, and a word one value', () => {
    const definitions: DefinitionsInput = {
      time_columns: [
        { table: 'orders', column: 'ordered_on' },
        { table: 'Orders', column: 'paid_on' },
      ],
      value_synonyms: [
        { table: 'orders', column: 'state', value: 'Nordrhein-Westfalen', synonyms: ['NRW'] },
        { table: 'orders', column: 'state', value: 'Niedersachsen', synonyms: ['nrw', 'NDS'] },
      ],
    }
    expect(problemsOf(definitions)).toEqual([
      'time_column Orders.paid_on, table: The table Orders has two time columns. Keep one of them.',
      'value_synonym orders.state, synonyms: nrw stands for both Niedersachsen and Nordrhein-Westfalen. Remove one of them.',
    ])
  })
})
