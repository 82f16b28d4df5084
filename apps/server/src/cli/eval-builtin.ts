import { formatMessage, quoteName, type Catalogue, type Cell } from '@parlance/contract'
import { fileManifest, type Connection } from '@parlance/drivers'
import { translate, type ColumnPlace, type ColumnValues, type FoundValues } from '@parlance/engine'
import { normalise } from '@parlance/retrieval'
import type { SemanticModel } from '@parlance/semantics'
import { isProse } from '../agent/value-lookup.ts'
import type { Config } from '../config/config.ts'
import { indexedValueLimit, valueListLimit } from '../door/limits.ts'
import { readRows, type EvalTarget } from './eval-questions.ts'

interface EngineMeans {
  config: Config
  today: string
  /** Makes what the words of an area mean from the tables of the database. Absent: no definitions. */
  modelFor?: ((catalogue: Catalogue) => SemanticModel) | undefined
}

/** Answers questions with the built-in engine and nothing around it, which is several times faster than the pipeline. */
export async function openEngine(
  connection: Connection,
  { config, today, modelFor }: EngineMeans,
): Promise<EvalTarget> {
  const tables = await Array.fromAsync(connection.introspect())
  const catalogue: Catalogue = { dialect: fileManifest.dialect, defaultSchema: null, tables }
  const inOrder = createOrder()
  const definitions = modelFor?.(catalogue)
  const valuesWith = valuesReader(connection, config, inOrder)
  const texts = new Map<string, Map<string, Cell[]>>()
  return {
    ask: async ({ question }, signal) => {
      const context = { config, signal }
      const valuesOf = valuesWith(signal)
      const findValues = async (wanted: string[], columns: ColumnPlace[]): Promise<FoundValues> => {
        const found: FoundValues['found'] = []
        for (const place of columns) {
          const byText = await inOrder(() => remembered(texts, place, () => readTexts(connection, place, context)))
          const values = wanted.flatMap((text) => byText.get(normalise(text)) ?? [])
          found.push(...values.map((value) => ({ ...place, value })))
        }
        return { found, unchecked: [] }
      }
      const asked = { question, catalogue, today, history: [], valuesOf, findValues, signal }
      const translation = await translate({ ...asked, ...(definitions && { definitions }) })
      if (!translation.understood) return { sql: null, reason: formatMessage(translation.reason) }
      const { sql } = translation
      return { sql, result: await readRows(connection, sql, { config, signal }), isWarned: false }
    },
    close: async () => undefined,
  }
}

/** The driver starts a process for each query that runs at the same time, so they run one after the other. */
function createOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

async function remembered<T>(known: Map<string, T>, place: ColumnPlace, read: () => Promise<T>): Promise<T> {
  const key = JSON.stringify([place.table, place.column])
  const value = known.get(key) ?? (await read())
  known.set(key, value)
  return value
}

/** Every value of a column by its text without case and accents, as the product finds it. */
async function readTexts(
  connection: Connection,
  { table, column }: ColumnPlace,
  context: Parameters<typeof readRows>[2],
): Promise<Map<string, Cell[]>> {
  const [from, value] = [table, column].map((name) => quoteName(name, fileManifest.dialect))
  const sql = `SELECT DISTINCT ${value} FROM ${from} WHERE ${value} IS NOT NULL LIMIT ${indexedValueLimit}`
  const cells = (await readRows(connection, sql, context)).rows.map((row) => row[0] ?? null)
  return Map.groupBy(cells, (cell) => normalise(String(cell)))
}

type InOrder = ReturnType<typeof createOrder>
type ValuesOf = (table: string, column: string) => Promise<ColumnValues>

/** Reads the values of columns, each column once: a function for each question's signal. */
export function valuesReader(
  connection: Connection,
  config: Config,
  inOrder: InOrder = createOrder(),
): (signal: AbortSignal) => ValuesOf {
  const lists = new Map<string, ColumnValues>()
  return (signal) => (table, column) =>
    inOrder(() =>
      remembered(lists, { table, column }, () => readValues(connection, [table, column], { config, signal })),
    )
}

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
