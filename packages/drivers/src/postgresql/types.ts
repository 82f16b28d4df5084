import type { Cell, ColumnKind } from '@parlance/contract'
import type { Ask } from '../server/server-driver.ts'

interface TypeEntry {
  name: string
  kind: ColumnKind
}

/** The built-in types by their fixed type ids. */
const builtIn: Record<number, TypeEntry> = {
  16: { name: 'boolean', kind: 'boolean' },
  17: { name: 'bytea', kind: 'binary' },
  18: { name: '"char"', kind: 'text' },
  19: { name: 'name', kind: 'text' },
  20: { name: 'bigint', kind: 'integer' },
  21: { name: 'smallint', kind: 'integer' },
  23: { name: 'integer', kind: 'integer' },
  25: { name: 'text', kind: 'text' },
  26: { name: 'oid', kind: 'integer' },
  114: { name: 'json', kind: 'json' },
  142: { name: 'xml', kind: 'text' },
  700: { name: 'real', kind: 'number' },
  701: { name: 'double precision', kind: 'number' },
  705: { name: 'unknown', kind: 'text' },
  790: { name: 'money', kind: 'other' },
  869: { name: 'inet', kind: 'text' },
  1042: { name: 'character', kind: 'text' },
  1043: { name: 'character varying', kind: 'text' },
  1082: { name: 'date', kind: 'date' },
  1083: { name: 'time without time zone', kind: 'time' },
  1114: { name: 'timestamp without time zone', kind: 'timestamp' },
  1184: { name: 'timestamp with time zone', kind: 'timestamp' },
  1186: { name: 'interval', kind: 'other' },
  1266: { name: 'time with time zone', kind: 'time' },
  1700: { name: 'numeric', kind: 'number' },
  2950: { name: 'uuid', kind: 'text' },
  3802: { name: 'jsonb', kind: 'json' },
}

/** Kinds by the internal type names of the engine's catalogue. */
const kindByInternalName: Record<string, ColumnKind> = {
  bool: 'boolean',
  bytea: 'binary',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  oid: 'integer',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  date: 'date',
  time: 'time',
  timetz: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  json: 'json',
  jsonb: 'json',
  uuid: 'text',
  xml: 'text',
  inet: 'text',
  cidr: 'text',
}

/** Maps an internal type name to its kind; `category` is the engine's letter for the type's family. */
export function kindOfType(internalName: string, category: string): ColumnKind {
  const known = kindByInternalName[internalName]
  if (known) return known
  return category === 'S' || category === 'E' ? 'text' : 'other'
}

/** Names and kinds of the types of one database, including its own. */
export class TypeRegistry {
  #own = new Map<number, TypeEntry>()

  /** Reads the types that this database defines. */
  async learn(ask: Ask): Promise<void> {
    const sql = `SELECT oid, format_type(oid, NULL), typcategory FROM pg_type
      WHERE oid >= 16384 AND typtype IN ('b', 'e') AND typcategory <> 'A'`
    for (const [id, name, category] of await ask(sql)) {
      this.#own.set(Number(id), { name: String(name), kind: kindOfType('', String(category)) })
    }
  }

  find(id: number): TypeEntry {
    return builtIn[id] ?? this.#own.get(id) ?? { name: '', kind: 'other' }
  }
}

export type Converter = (text: string) => Cell

const converters: Record<number, Converter> = {
  16: (text) => text === 't',
  20: toInteger,
  21: Number,
  23: Number,
  26: Number,
  700: toFloat,
  701: toFloat,
}

/** How to convert the engine's text to a cell. Null for decimals, timestamps, JSON, arrays, and others that stay text. */
export function converterOf(typeId: number): Converter | null {
  return converters[typeId] ?? null
}

function toInteger(text: string): Cell {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

export function toFloat(text: string): Cell {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}
