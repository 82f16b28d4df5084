import { flushCompileCache } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Catalogue, ColumnKind } from '@parlance/contract'
import { fileManifest } from '@parlance/drivers'
import { returnMemory } from './lib/return-memory.ts'

/** A question with a word that no name contains, so that the words of English are loaded too. */
const question = 'How many buyers are there in each city?'
/** That of the sample database, about which the first question usually is. */
const { dialect } = fileManifest

/**
 * Prepares what the first sign-in and the first question need, while no one waits for it: loads modules, and practices a
 * question, so that V8 compiles the functions that it calls. Then returns the memory that the start no longer needs.
 */
export async function loadAhead(): Promise<void> {
  await Promise.all([import('jose'), import('./agent/builtin-responder.ts')])
  await practice()
  flushCompileCache()
  await returnMemory()
}

/** Translates a question, writes its answer, and lays out its SQL, without a database. Between the steps, requests run. */
async function practice(): Promise<void> {
  const [{ composeAnswer, translate }, { formatSql }] = await Promise.all([
    import('@parlance/engine'),
    import('@parlance/sql'),
  ])
  const today = '2025-06-15'
  const valuesOf = async () => ({ values: ['Berlin', 'Lima'] })
  const understood = await translate({ question, catalogue: shop, today, history: [], valuesOf })
  if (!understood.understood) throw new Error(`The engine doesn't understand "${question}".`)
  await nextTurn()
  const columns = [
    { name: 'City', dataType: 'TEXT', kind: 'text' as const },
    { name: 'Customers', dataType: 'INTEGER', kind: 'integer' as const },
  ]
  composeAnswer({ question, understood, columns, rows: [['Berlin', 2]], truncated: false, today })
  await nextTurn()
  formatSql(understood.sql, dialect)
}

function table(name: string, columns: readonly (readonly [string, ColumnKind])[], parent: string | null) {
  return {
    schema: null,
    name,
    objectType: 'TABLE' as const,
    comment: null,
    columns: columns.map(([column, kind]) => ({ name: column, dataType: '', kind, nullable: false, comment: null })),
    primaryKey: ['id'],
    foreignKeys:
      parent === null
        ? []
        : [{ columns: [`${parent}_id`], referencedSchema: null, referencedTable: parent, referencedColumns: ['id'] }],
    rowEstimate: null,
    definition: null,
  }
}

const shop: Catalogue = {
  dialect,
  defaultSchema: null,
  tables: [
    table(
      'customers',
      [
        ['id', 'integer'],
        ['name', 'text'],
        ['city', 'text'],
      ],
      null,
    ),
    table(
      'orders',
      [
        ['id', 'integer'],
        ['customers_id', 'integer'],
        ['total', 'number'],
        ['ordered_at', 'date'],
      ],
      'customers',
    ),
  ],
}
