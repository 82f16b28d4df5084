import { formatMessage, quoteName, type Catalogue } from '@parlance/contract'
import { fileManifest, type Connection } from '@parlance/drivers'
import { translate, type ColumnValues } from '@parlance/engine'
import { isProse } from '../agent/value-lookup.ts'
import type { Config } from '../config/config.ts'
import { valueListLimit } from '../door/limits.ts'
import { readRows, type EvalTarget } from './eval-questions.ts'

/** Answers questions with the built-in engine and nothing around it, which is several times faster than the pipeline. */
export async function openEngine(
  connection: Connection,
  { config, today }: { config: Config; today: string },
): Promise<EvalTarget> {
  const tables = await Array.fromAsync(connection.introspect())
  const catalogue: Catalogue = { dialect: fileManifest.dialect, defaultSchema: null, tables }
  const valuesWith = valuesReader(connection, config)
  return {
    ask: async ({ question }, signal) => {
      const valuesOf = valuesWith(signal)
      const translation = await translate({ question, catalogue, today, history: [], valuesOf, signal })
      if (!translation.understood) return { sql: null, reason: formatMessage(translation.reason) }
      const { sql } = translation
      return { sql, result: await readRows(connection, sql, { config, signal }), isWarned: false }
    },
    close: async () => undefined,
  }
}

/** Reads the values of columns, each column once: a function for each question's signal. */
export function valuesReader(connection: Connection, config: Config): (signal: AbortSignal) => ValuesOf {
  const known = new Map<string, ColumnValues>()
  // The driver starts a process for each query that runs at the same time, so they run one after the other.
  let last: Promise<unknown> = Promise.resolve()
  return (signal) => (table, column) => {
    const key = JSON.stringify([table, column])
    const values = last.then(async () => known.get(key) ?? readValues(connection, [table, column], { config, signal }))
    last = values.then(
      (read) => known.set(key, read),
      () => undefined,
    )
    return values
  }
}

type ValuesOf = (table: string, column: string) => Promise<ColumnValues>

/** Like the product, it knows no values of a column that has too many of them or long texts. */
async function readValues(
  connection: Connection,
  [table, column]: [string, string],
  context: Parameters<typeof readRows>[2],
): Promise<ColumnValues> {
  const [from, value] = [table, column].map((name) => quoteName(name, fileManifest.dialect))
  const sql = `SELECT DISTINCT ${value} FROM ${from} WHERE ${value} IS NOT NULL LIMIT ${valueListLimit + 1}`
  const values = (await readRows(connection, sql, context)).rows.map((row) => row[0] ?? null)
  return { values: values.length > valueListLimit || values.some(isProse) ? null : values }
}
