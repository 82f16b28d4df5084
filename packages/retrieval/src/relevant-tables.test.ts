import { describe, expect, it } from 'vitest'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { indexCatalogue } from './catalogue-index.ts'
import { relevantTables, type Relate } from './search-tables.ts'

function table(name: string, references: string[] = []): CatalogueTable {
  return {
    schema: null,
    name,
    objectType: 'TABLE',
    comment: null,
    columns: [{ name: 'id', dataType: 'INTEGER', kind: 'integer', nullable: false, comment: null }],
    primaryKey: ['id'],
    foreignKeys: references.map((referencedTable) => ({
      columns: [`${referencedTable}_id`],
      referencedSchema: null,
      referencedTable,
      referencedColumns: ['id'],
    })),
    rowEstimate: null,
    definition: null,
  }
}

const catalogue: Catalogue = {
  dialect: 'sqlite',
  defaultSchema: null,
  tables: [
    table('students'),
    table('courses'),
    table('grades', ['students', 'courses']),
    table('rooms'),
    table('lockers', ['students']),
    ...Array.from({ length: 50 }, (_, number) => table(`archive_${number}`, ['rooms'])),
  ],
}

const names = (question: string, synonyms: string[] = []) => {
  const descriptions = [{ table: 'students', column: null, text: '', synonyms }]
  return relevantTables(indexCatalogue(catalogue, descriptions), question, 5).map((one) => one.name)
}

describe('the tables that a question needs', () => {
  it('include the tables that join matches, starting with a table between two matches', () => {
    expect(names('students and courses').slice(0, 3)).toEqual(['courses', 'students', 'grades'])
    expect(names('students and courses')).toContain('lockers')
  })

  it('include only a few neighbors of a table that everything refers to', () => {
    expect(names('rooms').length).toBeLessThanOrEqual(8)
  })

  it('are found by an administrator’s synonyms, with their neighbors', () => {
    expect(names('pupils', ['pupils'])).toEqual(['students', 'grades', 'lockers'])
  })

  it('are found by related names, after the tables that a word itself names', () => {
    const relate: Relate = (word, known) =>
      word === 'chamber' && known.has('room') ? [{ name: 'room', likeness: 1 }] : []
    const found = (question: string) =>
      relevantTables(indexCatalogue(catalogue), question, 5, relate).map((one) => one.name)
    expect(found('chambers')[0]).toBe('rooms')
    expect(found('chambers of students').slice(0, 2)).toEqual(['students', 'rooms'])
    expect(names('chambers')).toEqual([])
  })
})
