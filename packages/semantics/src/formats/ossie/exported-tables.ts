import { quoteName, type SqlDialect } from '@parlance/contract'
import type { AreaContent, AreaTables, TableHints, TableOfArea } from '../area-content.ts'
import { Dataset } from '../dataset.ts'
import { FileError } from '../file-error.ts'
import { isSame } from '../match-tables.ts'
import { spliced, SqlText } from '../sql-text.ts'
import { standardSql } from '../standard-sql.ts'
import { writtenDialect } from './ossie-dialect.ts'
import type { OssieExpression } from './ossie-document.ts'

/** A table of the area that becomes a dataset. */
export interface ExportedTable {
  hints: TableHints
  dataset: Dataset
  /** Columns that expressions and relationships name. They become fields. */
  used: Set<string>
}

/** The tables of an export, and the SQL about them as other tools read it. */
export class ExportedTables {
  readonly all: ExportedTable[]
  readonly #dialect: SqlDialect

  constructor(content: AreaContent, { dialect, tables }: AreaTables) {
    this.#dialect = dialect
    const names = new UniqueNames()
    this.all = content.tables.map((hints) => {
      const table = tables.find((one) => isSame(one.name, hints.table_name)) ?? unknownTable(hints.table_name)
      const name = names.take(identifier(table.shortName))
      return { hints, dataset: new Dataset(name, table, dialect), used: new Set<string>() }
    })
  }

  find(name: string | undefined): ExportedTable | null {
    return this.all.find((one) => name !== undefined && isSame(one.dataset.table.name, name)) ?? null
  }

  /** SQL of a table's rows. Columns get the dataset in front of them for a metric, but not for a field. */
  written(sql: string, table: ExportedTable, isQualified: boolean): string {
    const names = this.#namesOf(sql)
    const parts = names.flatMap((name) => {
      const qualifier = name.parts.slice(0, -1)
      if (qualifier.length > 0 && !table.dataset.isCalled(qualifier)) return []
      const { columns } = table.dataset.table
      const word = name.parts.at(-1) ?? ''
      const column = columns === null ? null : table.dataset.column(word)
      if (column === null) return []
      table.used.add(column)
      const shown = name.isQuoted ? this.#quoted(column) : word
      return [{ start: name.start, end: name.end, text: isQualified ? `${table.dataset.name}.${shown}` : shown }]
    })
    return spliced(sql, parts).trim()
  }

  expression(text: string): OssieExpression {
    return { dialects: [{ dialect: writtenDialect(this.#dialect), expression: text }] }
  }

  /** A column on its own. */
  column(name: string): string {
    return /^[A-Za-z_]\w*$/.test(name) ? name : this.#quoted(name)
  }

  /** Standard SQL has double quotes. */
  #quoted(name: string): string {
    return quoteName(name, writtenDialect(this.#dialect) === 'ANSI_SQL' ? standardSql : this.#dialect)
  }

  #namesOf(sql: string): ReturnType<SqlText['names']> {
    try {
      return new SqlText(sql, this.#dialect, { path: '', line: 1 }).names()
    } catch (error) {
      if (error instanceof FileError) return []
      throw error
    }
  }
}

/** The source of a dataset: its schema and name, in quotes where a dot would be read as a separator. */
export function sourceOf({ schema, shortName }: TableOfArea): string {
  const plain = (part: string) => (/[\s."`[\]]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)
  return (schema === null ? [shortName] : [schema, shortName]).map(plain).join('.')
}

function unknownTable(name: string): TableOfArea {
  return { name, schema: null, shortName: name, columns: null, keys: [] }
}

/** A name that SQL reads without quotes. */
function identifier(name: string): string {
  const plain = name.replaceAll(/\W/g, '_')
  return /^[A-Za-z_]/.test(plain) ? plain : `t_${plain}`
}

/** Names of which no two are the same, whatever their case. */
export class UniqueNames {
  readonly #taken = new Set<string>()

  /** @returns the name, or the name with the first number that makes it free */
  take(name: string): string {
    let free = name
    for (let n = 2; this.#taken.has(free.toLowerCase()); n++) free = `${name}_${n}`
    this.#taken.add(free.toLowerCase())
    return free
  }
}
