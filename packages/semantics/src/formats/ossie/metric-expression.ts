import { message, type SqlDialect } from '@parlance/contract'
import { checkSpelling } from '../dataset.ts'
import { FileError, type Place } from '../file-error.ts'
import { spliced, SqlText, type Aggregate, type NameInSql } from '../sql-text.ts'
import type { DatasetsOfModel, OssieDataset } from './read-datasets.ts'

/** A name of an expression that means a column or a field. */
interface Resolved {
  start: number
  end: number
  /** SQL of the area's database. */
  text: string
  dataset: OssieDataset
}

/** The expression of a metric over the datasets of a file, in the SQL that it is written in. */
export class MetricExpression {
  readonly #sql: SqlText
  readonly #place: Place

  /** @throws FileError if the expression cannot be one of a metric */
  constructor(text: string, written: SqlDialect, dialect: SqlDialect, place: Place) {
    this.#sql = new SqlText(text, written, place)
    this.#place = place
    checkSpelling(this.#sql, written, dialect, place)
    if (this.#sql.has('over')) {
      throw new FileError(message('It uses a window function. An area computes metrics from groups of rows.'), place)
    }
    if (this.#sql.has('select')) {
      throw new FileError(message('It contains a query. Create a view of it in the database instead.'), place)
    }
    if (this.#sql.aggregates().length === 0) {
      throw new FileError(message('It has no aggregate, such as SUM or COUNT. Add one.'), place)
    }
  }

  /** @throws FileError if a name means nothing, or several things */
  resolve(datasets: DatasetsOfModel): ResolvedExpression {
    const names = this.#sql.names().filter((name) => name.isQuoted || name.parts.length > 1 || !isKeyword(name))
    const qualified = names.filter((name) => name.parts.length > 1).map((name) => this.#qualified(name, datasets))
    const mentioned = new Set(qualified.map((one) => one.dataset))
    const plain = names
      .filter((name) => name.parts.length === 1)
      .flatMap((name) => this.#unqualified(name, datasets, mentioned) ?? [])
    const resolved = [...qualified, ...plain].toSorted((one, other) => one.start - other.start)
    const only = datasets.all.length === 1 ? datasets.all[0]! : null
    return new ResolvedExpression(this.#sql, resolved, only, this.#place)
  }

  #qualified(name: NameInSql, datasets: DatasetsOfModel): Resolved {
    const qualifier = name.parts.slice(0, -1)
    const dataset = datasets.find(qualifier.join('.')) ?? datasets.all.find((one) => one.isCalled(qualifier))
    if (dataset === undefined) {
      const values = { name: qualifier.join('.') }
      const reason = datasets.has(values.name)
        ? message('It needs the dataset {name}, which does not come in.', values)
        : message('The file has no dataset {name}.', values)
      throw new FileError(reason, this.#place)
    }
    return this.#in(dataset, name)
  }

  /** @returns null for a word that no dataset has, such as the name of a type */
  #unqualified(name: NameInSql, datasets: DatasetsOfModel, mentioned: ReadonlySet<OssieDataset>): Resolved | null {
    const word = name.parts[0] ?? ''
    const having = datasets.all.filter((dataset) => dataset.field(word) !== null || hasColumn(dataset, word))
    const near = having.filter((dataset) => mentioned.has(dataset))
    const [dataset, other] = near.length > 0 ? near : having
    if (dataset === undefined) {
      if (!name.isQuoted) return null
      throw new FileError(message('No dataset has the field {name}.', { name: word }), this.#place)
    }
    if (other === undefined) return this.#in(dataset, name)
    const values = { name: word, datasets: having.map((one) => one.name).join(', ') }
    const reason = message('Several datasets have {name}: {datasets}. Write the dataset in front of it.', values)
    throw new FileError(reason, this.#place)
  }

  #in(dataset: OssieDataset, name: NameInSql): Resolved {
    const word = name.parts.at(-1) ?? ''
    const field = dataset.field(word)
    const { start, end } = name
    if (field !== null && field.column === null) return { start, end, text: `(${field.sql})`, dataset }
    const column = field?.column ?? dataset.needColumn(word, this.#place)
    return { start, end, text: dataset.spell(name, column), dataset }
  }
}

function hasColumn(dataset: OssieDataset, name: string): boolean {
  return dataset.table.columns !== null && dataset.column(name) !== null
}

/** An expression whose names are known. */
export class ResolvedExpression {
  readonly place: Place
  readonly aggregates: readonly Aggregate[]
  readonly #sql: SqlText
  readonly #names: readonly Resolved[]
  /** The dataset of COUNT(*), if the file has only one. */
  readonly #only: OssieDataset | null

  constructor(sql: SqlText, names: readonly Resolved[], only: OssieDataset | null, place: Place) {
    this.#sql = sql
    this.#names = names
    this.#only = only
    this.place = place
    this.aggregates = sql.aggregates()
  }

  get text(): string {
    return this.#sql.text
  }

  /** The datasets that a part of it reads. COUNT(*) reads the only one. */
  datasets(start = 0, end = this.text.length): OssieDataset[] {
    const named = this.#namesIn(start, end).map((name) => name.dataset)
    return named.length > 0 || this.#only === null ? [...new Set(named)] : [this.#only]
  }

  /** Whether it reads a column outside of its aggregates. */
  readsOutside(): boolean {
    return this.#names.some(
      (name) => !this.aggregates.some((aggregate) => aggregate.start <= name.start && name.end <= aggregate.end),
    )
  }

  /** A part as SQL of the area's database, without the FILTER clauses if all are the same and become a condition. */
  summary(start = 0, end = this.text.length): { expression: string; condition: string | null } {
    const inside = this.aggregates.filter((aggregate) => start <= aggregate.start && aggregate.end <= end)
    const filters = new Set(inside.map((aggregate) => aggregate.filter))
    const [filter] = filters
    const [first] = inside
    if (filters.size !== 1 || typeof filter !== 'string' || first === undefined) {
      return { expression: this.#written(start, end, []), condition: null }
    }
    const clauses = inside.map((aggregate) => ({ start: aggregate.filterStart, end: aggregate.end, text: '' }))
    const from = this.text.indexOf(filter, first.filterStart)
    return { expression: this.#written(start, end, clauses), condition: this.#written(from, from + filter.length, []) }
  }

  #namesIn(start: number, end: number): readonly Resolved[] {
    return this.#names.filter((name) => start <= name.start && name.end <= end)
  }

  #written(start: number, end: number, removed: readonly { start: number; end: number; text: string }[]): string {
    const names = this.#namesIn(start, end).filter(
      (name) => !removed.some((part) => part.start <= name.start && name.end <= part.end),
    )
    const parts = [...names, ...removed]
      .toSorted((one, other) => one.start - other.start)
      .map((part) => ({ start: part.start - start, end: part.end - start, text: part.text }))
    return spliced(this.text.slice(start, end), parts).trim()
  }
}

function isKeyword(name: NameInSql): boolean {
  return keywords.has((name.parts[0] ?? '').toLowerCase())
}

const keywords = new Set(
  (
    'and as asc between by case cast desc distinct else end escape exists false filter first following from group ' +
    'ilike in interval is last like not null nulls on or order partition preceding rows then true unbounded when ' +
    'where within'
  ).split(' '),
)
