import type { Catalogue } from '@parlance/contract'
import { driverFor, fileManifest, type Connection } from '@parlance/drivers'
import { compareResults, ordersRows, type ComparedResult } from '@parlance/evaluation'
import type { Config } from '../config/config.ts'
import type { DevelopmentQuestion } from './development-data.ts'
import { valuesReader } from './eval-builtin.ts'
import { readRows } from './eval-questions.ts'

/** What a training needs, other than the data. */
export interface TrainContext {
  config: Config
  signal: AbortSignal
  /** The number of questions to learn from, and of weights to try; null for all. */
  limit: number | null
}

/** A database of the development data that is trained with. */
export interface OpenDatabase {
  connection: Connection
  catalogue: Catalogue
  valuesOf: ReturnType<ReturnType<typeof valuesReader>>
  rowsOf: (sql: string) => Promise<ComparedResult>
}

/** Opens one; its connection must be closed. */
export async function openDatabase(path: string, { config, signal }: TrainContext): Promise<OpenDatabase> {
  const driver = await driverFor(fileManifest.kind)
  const connection = await driver.connect({ database: path })
  const tables = await Array.fromAsync(connection.introspect())
  return {
    connection,
    catalogue: { dialect: fileManifest.dialect, defaultSchema: null, tables },
    valuesOf: valuesReader(connection, config)(signal),
    rowsOf: (sql) => readRows(connection, sql, { config, signal }),
  }
}

/** Whether a query returns what the question expects. */
export async function isRight(
  { expectedSql }: Pick<DevelopmentQuestion, 'expectedSql'>,
  expected: ComparedResult,
  { rowsOf }: OpenDatabase,
  sql: string,
): Promise<boolean> {
  const ordered = ordersRows(expectedSql, fileManifest.dialect)
  const found = await rowsOf(sql).catch(() => null)
  return found !== null && compareResults(expected, found, { ordered }).outcome === 'right'
}
