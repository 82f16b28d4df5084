import { describe, expect, it } from 'vitest'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { indexCatalogue } from './catalogue-index.ts'
import { relevantTables } from './search-tables.ts'

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
})
