import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Cell } from '@parlance/contract'
import { seedTables } from '../engine.ts'

/** One column of an answer: its name and its declared type; '' for an expression. */
export interface AnswerColumn {
  name: string
  type: string
}

export type AnswerRow = (Cell | bigint | Uint8Array)[]

/** A stand-in's answer to a statement, before it is encoded in its protocol. */
export type Answer =
  | { kind: 'rows'; columns: AnswerColumn[]; rows: Iterable<AnswerRow> }
  /** Runs until stopped. */
  | { kind: 'endless' }
  | { kind: 'failure'; problem: 'syntax' | 'table' | 'column' | 'function' | 'other'; near: string }

/**
 * The tables behind a stand-in. An embedded engine runs the statements, so that joins, parameters and the driver's own
 * catalogue queries get real answers. The tests cover what the protocols carry, not another engine's SQL.
 */
export class SqlModel {
  readonly database = new DatabaseSync(':memory:')
  #translate: (sql: string) => string

  /** @param translate replaces the few words that the embedded engine lacks */
  constructor(translate: (sql: string) => string) {
    this.#translate = translate
    for (const sql of seedTables((name) => `"${name.replaceAll('"', '""')}"`)) this.database.exec(sql)
  }

  /** @param params by position, or by name without its prefix */
  answer(sql: string, params: Cell[] | Record<string, Cell>): Answer {
    try {
      const statement = this.database.prepare(this.#translate(sql))
      statement.setReturnArrays(true)
      statement.setReadBigInts(true)
      statement.setAllowBareNamedParameters(true)
      statement.setAllowUnknownNamedParameters(true)
      const rows = Array.isArray(params) ? statement.iterate(...params.map(bindable)) : statement.iterate(named(params))
      const columns = statement.columns().map(({ name, type }) => ({ name: nameOf(name), type: type ?? '' }))
      return { kind: 'rows', columns, rows: cells(rows) }
    } catch (error) {
      return failureOf(error instanceof Error ? error.message : String(error))
    }
  }
}

/** Yields any number of values, generated as they are read. */
export function* numbersTo(count: number): Iterable<AnswerRow> {
  for (let number = 1; number <= count; number += 1) yield [number]
}

function bindable(value: Cell): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value
}

function named(params: Record<string, Cell>): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, bindable(value)]))
}

/** The engines behind these stand-ins don't name an expression without an alias. */
function nameOf(name: string): string {
  return /^[\w\s."'`-]+$/u.test(name) || !/[()]/.test(name) ? name : ''
}

function* cells(rows: ReturnType<StatementSync['iterate']>): Iterable<AnswerRow> {
  for (const row of rows) {
    const values: unknown[] = Array.isArray(row) ? row : Object.values(row)
    yield values.map((value) => {
      if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
      return value instanceof Uint8Array || typeof value === 'string' || typeof value === 'number' ? value : null
    })
  }
}

function failureOf(message: string): Answer {
  const missing = /^no such (table|column|function): (.+)$/.exec(message)
  if (missing?.[2]) return { kind: 'failure', problem: missing[1] as 'table' | 'column' | 'function', near: missing[2] }
  const near = /^near "([\s\S]*)": syntax error$/.exec(message)?.[1]
  if (near !== undefined) return { kind: 'failure', problem: 'syntax', near }
  return { kind: 'failure', problem: message === 'incomplete input' ? 'syntax' : 'other', near: '' }
}
