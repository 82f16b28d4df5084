import type { ColumnMask, Policies } from '../contract.ts'
import type { CatalogueTable } from '@parlance/contract'
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** Computes a mask in plain code from its definition, to check the gate's SQL. */
export function maskedValue(value: unknown, mask: ColumnMask, salt: string): unknown {
  if (value === null || value === undefined) return null
  switch (mask.mask_type) {
    case 'partial':
      return partial(textOf(value), mask.pattern ?? 'XXXX-####')
    case 'replace':
      return mask.replacement ?? '***'
    case 'null':
      return null
    case 'hash':
      return createHash('sha256').update(salt).update(textOf(value)).digest('hex').slice(0, 16)
    case 'range': {
      if (typeof value !== 'number' && typeof value !== 'bigint') return null
      const number = Number(value)
      const found = mask.ranges?.find(
        ({ min, max }) => (min === undefined || number >= min) && (max === undefined || number < max),
      )
      return found?.label ?? null
    }
    case 'custom':
    case 'disallow':
      throw new Error('not a value of its own')
  }
}

/** SQLite's text form of a value. */
function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isInteger(value)) return value.toFixed(1)
  return String(value)
}

function partial(text: string, pattern: string): string {
  if (!pattern.includes('#') && pattern.includes('@')) {
    const parts = text.split('@')
    return parts.length === 2 ? `****@${parts[1]}` : '****'
  }
  const letters = Array.from(text).filter(
    (character) => /[0-9A-Za-z]/.test(character) || character.codePointAt(0)! > 127,
  )
  const marks = pattern.split('#').length - 1
  const shown = Math.min(marks, Math.floor(letters.length / 2))
  const tail = [...Array.from('X'.repeat(marks - shown)), ...letters.slice(letters.length - shown)]
  return pattern.replaceAll('#', () => tail.shift() ?? 'X')
}

export interface TablePolicy {
  table: CatalogueTable
  /** A condition over the table's own columns, with its values written in. */
  condition: string | null
  masks: Record<string, ColumnMask>
}

/** The policies in the documents' form. */
export function asPolicies(tables: TablePolicy[]): Policies {
  const conditions = tables.filter(({ condition }) => condition !== null)
  return {
    rowRules: {
      rules: conditions.map(({ table, condition }) => ({
        name: `rows of ${table.name}`,
        tables: { [table.name]: { condition: condition! } },
      })),
    },
    columnRules: {
      rules: tables.map(({ table, masks }) => ({ name: `columns of ${table.name}`, tables: { [table.name]: masks } })),
    },
    hashSalt: 'salt',
  }
}

export function registerHash(database: DatabaseSync): void {
  database.function('parlance_hash', { deterministic: true, useBigIntArguments: true }, (salt, value) =>
    value === null ? null : String(maskedValue(value, { mask_type: 'hash' }, String(salt))),
  )
}

/**
 * Copies a database and leaves only what the policies allow: no hidden rows, masked values masked, and no removed
 * columns.
 */
export function filteredCopy(source: DatabaseSync, tables: TablePolicy[], reversed: boolean): DatabaseSync {
  const copy = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  for (const { table, condition, masks } of tables) {
    const kept = table.columns.filter((column) => masks[column.name]?.mask_type !== 'disallow')
    const definitions = kept.map(
      ({ name, dataType }) =>
        `${quoted(name)} ${masks[name] ? '' : `${dataType} ${collation(source, table.name, name)}`}`,
    )
    copy.exec(`CREATE TABLE ${quoted(table.name)} (${definitions.join(', ')})`)
    const order = reversed ? ' ORDER BY rowid DESC' : ''
    const columns = kept.map(({ name }) => {
      const mask = masks[name]
      return mask?.mask_type === 'custom' ? `(${mask.sql ?? ''}) AS ${quoted(name)}` : quoted(name)
    })
    const rows = source.prepare(
      `SELECT ${columns.join(', ')} FROM ${quoted(table.name)}${condition === null ? '' : ` WHERE ${condition}`}${order}`,
    )
    rows.setReadBigInts(true)
    const insert = copy.prepare(`INSERT INTO ${quoted(table.name)} VALUES (${kept.map(() => '?').join(', ')})`)
    copy.exec('BEGIN')
    for (const row of rows.iterate()) {
      const values = kept.map(({ name }) => {
        const mask = masks[name]
        const isMade = mask !== undefined && mask.mask_type !== 'custom'
        return isMade ? (maskedValue(row[name], mask, 'salt') as string | null) : (row[name] ?? null)
      })
      insert.run(...values)
    }
    copy.exec('COMMIT')
  }
  return copy
}

function collation(source: DatabaseSync, table: string, column: string): string {
  const sql = source.prepare('SELECT sql FROM sqlite_master WHERE name = ?').get(table)?.sql
  const found = new RegExp(`${column}[^,]*collate\\s+nocase`, 'i').test(String(sql))
  return found ? 'COLLATE NOCASE' : ''
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
