import type { CatalogueTable, ColumnKind, ForeignKey } from '@parlance/contract'
import type { KeyColumn, RawTable } from './introspect.ts'
import { kindOfDeclaredType } from './types.ts'

type ColumnEntry = [name: string, type: string | null, notNull: number, keyPlace: number]

interface KnownTable {
  raw: RawTable
  columns: ColumnEntry[]
  primaryKey: string[]
}

/**
 * Converts everything that the engine lists to the contract's tables. Keys refer to each other as the catalogue spells
 * them.
 */
export class SqliteCatalogue {
  #tables: KnownTable[] = []
  #kinds = new Map<string, ColumnKind>()
  #byLowerCase = new Map<string, KnownTable>()

  add(raw: RawTable): void {
    const columns = JSON.parse(raw.columns) as ColumnEntry[]
    const table = { raw, columns, primaryKey: keyOf(columns) }
    this.#tables.push(table)
    this.#byLowerCase.set(raw.name.toLowerCase(), table)
  }

  *build(): Iterable<CatalogueTable> {
    for (const table of this.#tables.splice(0)) yield this.#buildTable(table)
  }

  #buildTable({ raw, columns, primaryKey }: KnownTable): CatalogueTable {
    const isView = raw.type === 'view'
    const rowNumber = primaryKey.length === 1 ? primaryKey[0] : undefined
    return {
      schema: null,
      name: raw.name,
      objectType: isView ? 'VIEW' : 'TABLE',
      comment: null,
      columns: columns.map(([name, type, notNull, keyPlace]) => {
        const dataType = type ?? ''
        const isRowNumber = name === rowNumber && dataType.toUpperCase() === 'INTEGER'
        return {
          name,
          dataType,
          kind: this.#kindOf(dataType),
          nullable: notNull !== 1 && !isRowNumber && !(raw.withoutRowid && keyPlace > 0),
          comment: null,
        }
      }),
      primaryKey,
      ...(raw.uniqueKeys.length > 0 ? { uniqueKeys: raw.uniqueKeys } : {}),
      foreignKeys: this.#foreignKeys(raw),
      rowEstimate: isView ? null : raw.estimate,
      definition: isView ? raw.sql : null,
    }
  }

  #kindOf(dataType: string): ColumnKind {
    const known = this.#kinds.get(dataType)
    if (known) return known
    const kind = kindOfDeclaredType(dataType)
    this.#kinds.set(dataType, kind)
    return kind
  }

  #foreignKeys(raw: RawTable): ForeignKey[] {
    const keys = Map.groupBy(raw.keys, ([id]) => id)
    return [...keys.values()].flatMap((entries) => this.#resolveKey(entries) ?? [])
  }

  /** A key without named targets means the other table's primary key. One without a matching target is left out. */
  #resolveKey(entries: KeyColumn[]): ForeignKey | null {
    const target = this.#byLowerCase.get(entries[0]?.[1].toLowerCase() ?? '')
    if (!target) return null
    const referencedColumns = entries.map(([, , , to], index) => {
      const written = to ?? target.primaryKey[index] ?? ''
      return target.columns.find(([name]) => name.toLowerCase() === written.toLowerCase())?.[0] ?? written
    })
    if (referencedColumns.includes('')) return null
    const columns = entries.map(([, , from]) => from)
    return { columns, referencedSchema: null, referencedTable: target.raw.name, referencedColumns }
  }
}

function keyOf(columns: ColumnEntry[]): string[] {
  return columns
    .filter(([, , , keyPlace]) => keyPlace > 0)
    .toSorted((left, right) => left[3] - right[3])
    .map(([name]) => name)
}
