import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

export type Handle = Kysely<Database> | Transaction<Database>

interface Prepared<Row> {
  compiled: CompiledQuery<Row>
  /** For each parameter of the SQL: which parameter of the query it is, or null for a constant. */
  places: readonly (number | null)[]
}

const sign = '\u0001parameter '

/**
 * Prepares a query that every request runs: building and compiling it takes longer than running it on SQLite.
 * @param build makes the query, once for each kind of store. It may use its parameters only as values.
 */
export function prepared<Parameters extends readonly (string | number | null)[], Row>(
  build: (db: Handle, ...parameters: Parameters) => { compile(): CompiledQuery<Row> },
): (db: Handle, ...parameters: Parameters) => Promise<Row[]> {
  const byStore = new WeakMap<object, Prepared<Row>>()
  const prepare = (db: Handle, count: number): Prepared<Row> => {
    const signs = Array.from({ length: count }, (_, place) => `${sign}${place}`)
    const compiled = build(db, ...(signs as unknown as Parameters)).compile()
    // A parameter that became part of another value would be the same for every request.
    if (!signs.every((each) => compiled.parameters.includes(each)))
      throw new Error('A prepared query may use its parameters only as values')
    const places = compiled.parameters.map((value) => signs.findIndex((each) => each === value))
    return { compiled, places: places.map((place) => (place < 0 ? null : place)) }
  }
  return async (db, ...parameters) => {
    const { adapter } = db.getExecutor()
    const known = byStore.get(adapter) ?? prepare(db, parameters.length)
    byStore.set(adapter, known)
    const { compiled, places } = known
    const values = places.map((place, index) => (place === null ? compiled.parameters[index] : parameters[place]))
    return (await db.executeQuery<Row>({ ...compiled, parameters: values })).rows
  }
}
