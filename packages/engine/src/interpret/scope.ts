import { singular, stem, tokenise } from '@parlance/retrieval'
import { isDeed } from '../lexicon/synonyms.ts'
import type { ColumnModel, Schema, TableModel } from '../schema/model.ts'
import { distance } from '../schema/graph.ts'
import { displayColumns } from '../schema/roles.ts'
import type { ColumnMention, Draft, HintMention, TableMention } from '../parse/draft.ts'
import { Unclear } from './unclear.ts'
import type { ValueIndex } from '../match/values.ts'

/** Where names are looked up: the subject first, then the tables that the question speaks of. */
export interface Scope {
  schema: Schema
  values: ValueIndex
  draft: Draft
  today: string
  subject: TableModel
  mentioned: { table: TableModel; at: number }[]
  assumptions: string[]
  /** The table whose rows are counted or added up, whose date is meant before others; null when none is. */
  measured: TableModel | null
  distances: Map<string, number>
  /** Tables of conditions already tied, the last one last: a date may belong to what they speak of. */
  related: TableModel[]
  /** Tables named as groups, and those of the columns shown so far. */
  groupTables: TableModel[]
  shown: TableModel[]
}

export function note(scope: Scope, assumption: string): void {
  if (!scope.assumptions.includes(assumption)) scope.assumptions.push(assumption)
}

/** Steps from the subject to a table; infinite when they are not connected. */
export function farness(scope: Scope, table: TableModel): number {
  const known = scope.distances.get(table.key)
  if (known !== undefined) return known
  const found = distance(scope.schema, scope.subject.key, table.key)
  scope.distances.set(table.key, found)
  return found
}

/** What a word is looked up for: shown things lean to the subject, conditions to what was spoken of just before. */
export type Role = 'shown' | 'condition'

function nearness(
  scope: Scope,
  table: TableModel,
  at: number,
  role: Role,
  among: ReadonlySet<TableModel> | null,
): number {
  const spots = scope.mentioned.filter((one) => one.table === table)
  if (spots.length === 0) return 0
  const gap = Math.min(...spots.map((one) => Math.abs(one.at - at)))
  const before = scope.mentioned
    .filter((one) => one.at < at && (among === null || among.has(one.table)))
    .toSorted((left, right) => right.at - left.at)[0]
  const isLast = role === 'condition' && before?.table === table && at - before.at <= 4 ? 2.4 : 0
  return 2.2 - Math.min(gap, 12) * 0.08 + isLast
}

/** How well a table fits the question, whatever the word: by being the subject, spoken of near by, or close to it. */
function fit(
  scope: Scope,
  table: TableModel,
  at: number,
  role: Role,
  among: ReadonlySet<TableModel> | null = null,
): number {
  const far = farness(scope, table)
  const leaning = role === 'shown' ? 2 : 1.2
  const isSubject = table === scope.subject ? leaning : 0
  const isGrouped = role === 'shown' && scope.groupTables.includes(table) ? 3 : 0
  const isSister = role === 'shown' && scope.shown.at(-1) === table ? 1 : 0
  return (
    isSubject +
    isGrouped +
    isSister +
    nearness(scope, table, at, role, among) -
    (Number.isFinite(far) ? far * 1.2 : 50) -
    (table.isView ? 4 : 0)
  )
}

const genericNames = new Set([
  'name',
  'id',
  'detail',
  'details',
  'description',
  'type',
  'code',
  'number',
  'date',
  'title',
  'status',
])

export interface Scored<T> {
  one: T
  score: number
}

function best<T>(scored: Scored<T>[]): { winner: T | null; rivals: T[] } {
  const sorted = scored.toSorted((left, right) => right.score - left.score)
  const [first] = sorted
  if (first === undefined) return { winner: null, rivals: [] }
  return {
    winner: first.one,
    rivals: sorted.filter((other) => first.score - other.score < 0.25).map((other) => other.one),
  }
}

export function pickTable(scope: Scope, mention: TableMention): TableModel {
  const scored = mention.candidates.map(({ table, quality }) => ({
    one: table,
    score:
      quality * 10 +
      (table === scope.subject ? 1 : 0) -
      Math.min(farness(scope, table), 6) * 1.2 -
      (table.isView ? 3 : 0),
  }))
  const { winner } = best(scored)
  if (winner === null) throw new Unclear(`No table is called ${mention.text}.`, [mention.text])
  const own = mention.candidates.find((one) => one.table === winner)?.quality ?? 0
  const better = mention.candidates.find((one) => one.quality >= own + 0.25 && !one.table.isView)
  if (better !== undefined)
    throw new Unclear(`‘${mention.text}’ may mean ${winner.name} or ${better.table.name}.`, [mention.text])
  if (!isNamedBy(winner, mention.text)) {
    const top = Math.max(...mention.candidates.map((one) => one.quality))
    const equal = mention.candidates.filter((one) => one.quality === top && !one.table.isView)
    if (equal.length > 1 && winner !== scope.subject && !isDeed(mention.text.toLowerCase()))
      throw new Unclear(`‘${mention.text}’ may mean ${equal.map((one) => one.table.name).join(' or ')}.`, [
        mention.text,
      ])
    note(scope, `‘${mention.text}’ is read as ${winner.name}`)
  }
  return winner
}

/** Whether a table goes by a word of the question, not by a mere synonym of its name. */
function isNamedBy(table: TableModel, text: string): boolean {
  const said = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => stem(singular(word)))
  const own = new Set([...table.words, ...table.synonyms.flat()].map((word) => stem(singular(word))))
  return text === '' || said.some((word) => own.has(word))
}

function columnChoice(column: ColumnModel): { label: string; words: string } {
  return { label: `${column.spoken} of ${column.table.spoken}`, words: `${column.table.spoken} ${column.spoken}` }
}

/** Columns that hold the same fact on both ends of a link, such as `customer_id`. */
function isSameFact(scope: Scope, left: ColumnModel, right: ColumnModel): boolean {
  return scope.schema.links.some((link) =>
    link.pairs.some(
      (pair) => (pair.child === left && pair.parent === right) || (pair.child === right && pair.parent === left),
    ),
  )
}

/** A table that the question does not speak of, two steps away or more. */
function isStray(scope: Scope, table: TableModel): boolean {
  return farness(scope, table) > 1 && !scope.mentioned.some((one) => one.table === table)
}

/** 'the colour code and description' means the description of the colour. */
function isSister(scope: Scope, mention: ColumnMention, column: ColumnModel): boolean {
  if (!genericNames.has(singular(mention.text.toLowerCase()))) return false
  const at = scope.draft.items.findIndex((one) => one === mention)
  const before = scope.draft.items[at - 1]
  if (at < 1 || before?.kind !== 'column' || column.words.length < 2) return false
  const said = tokenise(before.text).map(singular)
  const shared = column.words.slice(0, -1)
  return said.length === shared.length + 1 && shared.every((word, position) => said[position] === word)
}

/** 'the description of the document' may be kept elsewhere, as the `document_description` of its type. */
function isCalledAfter(owner: TableModel, column: ColumnModel): boolean {
  const own = owner.words.map(singular)
  return (
    owner !== column.table &&
    !column.isForeignKey &&
    !column.isKey &&
    column.words.length > own.length &&
    own.every((word, at) => singular(column.words[at] ?? '') === word)
  )
}

/** The column that a mention means; `prefers` scores its suitability. Throws `Unclear` for none or several. */
export function pickColumn(
  scope: Scope,
  mention: ColumnMention,
  prefers: (column: ColumnModel) => number = () => 0,
  role: Role = 'shown',
): ColumnModel {
  const owner = mention.owner === null ? null : pickTable(scope, mention.owner)
  const holders = new Set(mention.candidates.filter((one) => one.quality >= 0.9).map((one) => one.column.table))
  const scored = mention.candidates.map(({ column, quality }) => ({
    one: column,
    score:
      quality * 13 +
      fit(scope, column.table, mention.at, role, holders.size > 0 ? holders : null) +
      prefers(column) +
      (owner === column.table ? 12 : 0) +
      (owner !== null && isCalledAfter(owner, column) ? 4 : 0) +
      (isSister(scope, mention, column) ? 3 : 0) +
      (column.isForeignKey ? -0.5 : 0),
  }))
  const { winner, rivals } = best(scored)
  if (winner === null) throw new Unclear(`No column is called ${mention.text}.`, [mention.text])
  const quality = mention.candidates.find((one) => one.column === winner)?.quality ?? 0
  const isGeneric =
    genericNames.has(mention.candidates[0]?.column.words.at(-1) ?? '') && !mention.text.trim().includes(' ')
  if (mention.about !== null && isGeneric && pickTable(scope, mention.about) !== winner.table)
    throw new Unclear(`${pickTable(scope, mention.about).name} has no column that is called ${mention.text}.`, [
      mention.text,
    ])
  const isBare = genericNames.has(singular(mention.text.toLowerCase()))
  const isOthers = owner === null || (owner !== winner.table && !isCalledAfter(owner, winner))
  if (isBare && isOthers && role === 'condition' && isStray(scope, winner.table))
    throw new Unclear(`It is not clear whose ${mention.text} is meant.`, [mention.text])
  if (
    farness(scope, winner.table) > 3 &&
    Number.isFinite(farness(scope, winner.table)) &&
    !scope.mentioned.some((one) => one.table === winner.table)
  )
    throw new Unclear(`${mention.text} is a column of ${winner.table.name}, far from ${scope.subject.name}.`, [
      mention.text,
    ])
  if (!Number.isFinite(farness(scope, winner.table)))
    throw new Unclear(
      `${mention.text} is a column of ${winner.table.name}, which is not connected to ${scope.subject.name}.`,
      [mention.text],
    )
  const real = rivals.filter((other) => other !== winner && !isSameFact(scope, other, winner))
  const [rival] = real
  if (rival !== undefined) {
    const options = [winner, ...real].slice(0, 4)
    throw new Unclear(
      `${mention.text} may mean ${options.map((one) => `${one.name} of ${one.table.name}`).join(' or ')}.`,
      [mention.text],
      {
        text: mention.text,
        replacements: options.map(columnChoice),
      },
    )
  }
  if (quality < 0.45) throw new Unclear(`It is not clear which column ${mention.text} means.`, [mention.text])
  if (quality < 0.9) note(scope, `‘${mention.text}’ is read as ${winner.name} of ${winner.table.name}`)
  return winner
}

/** The column that an adjective speaks of, in the subject or a table spoken of. */
export function pickHint(
  scope: Scope,
  hint: HintMention,
  prefers: (column: ColumnModel) => number = () => 0,
): ColumnModel {
  if (hint.words.includes('name')) return pickName(scope, hint.at)
  const tables = [scope.subject, ...scope.mentioned.map((one) => one.table)]
  const scored = [...new Set(tables)].flatMap((table) =>
    table.columns.flatMap((one) => {
      const rank = hint.words.findIndex((word) => one.words.includes(word))
      if (rank < 0 || one.isForeignKey || one.isKey) return []
      const isWhole = one.words.at(-1) === hint.words[rank] || one.words[0] === hint.words[rank]
      return [
        {
          one,
          score:
            (isWhole ? 2 : 0) -
            rank * 0.4 -
            one.words.length * 0.3 +
            fit(scope, table, hint.at, 'condition') +
            prefers(one),
        },
      ]
    }),
  )
  const { winner, rivals } = best(scored)
  if (winner === null)
    throw new Unclear(`No column of ${scope.subject.name} says what ‘${hint.text}’ means.`, [hint.text])
  const [, rival] = rivals
  if (rival !== undefined) {
    throw new Unclear(`‘${hint.text}’ may mean ${rivals.map((one) => one.name).join(' or ')}.`, [hint.text])
  }
  note(scope, `‘${hint.text}’ is about ${winner.name} of ${winner.table.name}`)
  return winner
}

/** The name column of the table last spoken of before a place in the question. */
function pickName(scope: Scope, at: number): ColumnModel {
  const last =
    scope.mentioned.filter((one) => one.at < at).toSorted((left, right) => right.at - left.at)[0]?.table ??
    scope.subject
  const shown = displayColumns(last)
  const [first] = shown
  if (first === undefined) throw new Unclear(`${last.name} has no name column.`, ['name'])
  return first
}

/** The column in which a stored value was meant; among several, the one nearest to what the question speaks of. */
export function pickValueColumn(
  scope: Scope,
  columns: ColumnModel[],
  text: string,
  at: number,
  quality: (column: ColumnModel) => number,
): ColumnModel {
  const scored = columns.map((one) => ({
    one,
    score:
      quality(one) * 4 +
      fit(scope, one.table, at, 'condition') +
      (displayColumns(one.table).includes(one) ? 0.5 : 0) -
      (one.isForeignKey ? 0.3 : 0),
  }))
  const { winner, rivals } = best(scored)
  if (winner === null || !Number.isFinite(farness(scope, winner.table)))
    throw new Unclear(`Nothing near ${scope.subject.name} has the value ‘${text}’.`, [text])
  const isSpoken = (table: TableModel) =>
    table === scope.subject || scope.mentioned.some((one) => one.table === table) || scope.related.includes(table)
  const elsewhere = isSpoken(winner.table)
    ? []
    : columns.filter(
        (one) =>
          quality(one) >= quality(winner) &&
          one.table !== winner.table &&
          farness(scope, one.table) <= 2 &&
          displayColumns(one.table).includes(one),
      )
  const real = [...new Set([...rivals, ...elsewhere])].filter(
    (other) => other !== winner && !isSameFact(scope, other, winner),
  )
  if (real.length > 0) {
    const options = [winner, ...real].slice(0, 4)
    throw new Unclear(
      `‘${text}’ is a value of ${options.map((one) => `${one.name} of ${one.table.name}`).join(' and of ')}.`,
      [text],
      {
        text,
        replacements: options.map((one) => ({
          label: `${one.spoken} of ${one.table.spoken}`,
          words: `${one.table.spoken} ${one.spoken} '${text.replace(/^['"]|['"]$/g, '')}'`,
        })),
      },
    )
  }
  return winner
}
