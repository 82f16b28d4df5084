import type { AreaJoin } from '@parlance/contract'
import { isSame } from '../match-tables.ts'
import { extensionOf } from './extension.ts'
import { UniqueNames, type ExportedTable, type ExportedTables } from './exported-tables.ts'
import { textsOfElement, type OssieRelationship } from './ossie-document.ts'

interface Side {
  table: ExportedTable
  column: string
}

/** Writes relationships from their many side to their one side, as Ossie has them. */
export class RelationshipExport {
  /** Columns that are unique by a one-to-one relationship, by dataset. */
  readonly unique = new Map<ExportedTable, string[]>()
  readonly #tables: ExportedTables
  readonly #names = new UniqueNames()

  constructor(tables: ExportedTables) {
    this.#tables = tables
  }

  /** @returns null if Ossie cannot say it: a condition, no columns, many rows on both sides, or unknown rows */
  write(join: AreaJoin): OssieRelationship | null {
    const left = this.#side(join.left_table, join.left_column)
    const right = this.#side(join.right_table, join.right_column)
    if (left === null || right === null || join.join_condition !== undefined) return null
    const { cardinality = byKeys(left, right) } = join
    if (cardinality === null || cardinality === 'many_to_many') return null
    const isReversed = cardinality === 'one_to_many'
    const [from, to] = isReversed ? [right, left] : [left, right]
    if (cardinality === 'one_to_one') this.unique.set(from.table, [...(this.unique.get(from.table) ?? []), from.column])
    from.table.used.add(from.column)
    to.table.used.add(to.column)
    return {
      name: this.#names.take(`${from.table.dataset.name}_to_${to.table.dataset.name}`),
      from: from.table.dataset.name,
      to: to.table.dataset.name,
      from_columns: [from.column],
      to_columns: [to.column],
      ...textsOfElement(undefined, undefined, join.description ?? null),
      custom_extensions: extensionOf({
        is_reversed: isReversed,
        join_type: join.join_type ?? null,
        cardinality: join.cardinality === undefined ? null : cardinality,
      }),
    }
  }

  #side(name: string | undefined, column: string | undefined): Side | null {
    const table = this.#tables.find(name)
    if (table === null || column === undefined || table.dataset.table.columns === null) return null
    // The file must name the column as the area does, so that it comes back unchanged.
    return table.dataset.column(column) === column ? { table, column } : null
  }
}

/** What the keys of the tables say. Null if neither side is one. */
function byKeys(left: Side, right: Side): 'many_to_one' | 'one_to_many' | 'one_to_one' | null {
  if (isKey(right)) return isKey(left) ? 'one_to_one' : 'many_to_one'
  return isKey(left) ? 'one_to_many' : null
}

function isKey({ table, column }: Side): boolean {
  return table.dataset.table.keys.some((key) => key.length === 1 && isSame(key[0] ?? '', column))
}
