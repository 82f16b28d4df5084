import { message, type Message } from '@parlance/contract'
import { anyOf } from '../answer/lists.ts'
import { singular, stem, tokenise } from '@parlance/retrieval'
import { Decline } from '../decline.ts'
import { isDeed } from '../lexicon/synonyms.ts'
import { certain, leastColumn, quality as qualities } from '../match/quality.ts'
import type { ColumnMention, HintMention, TableMention } from '../parse/draft.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { displayColumns, isMeasurable, isNumeric } from '../schema/roles.ts'
import { personBehind } from './person.ts'
import { farness, note, type Scope } from './scope.ts'
import { best, fit, type Role } from './scoring.ts'
import { columnPick, doubtfulMargin, hintPick, suitability, tablePick } from './weights.ts'

/** How well a column fits a computation. */
export function preferNumbers(one: ColumnModel): number {
  if (isMeasurable(one)) return suitability.measurable
  return isNumeric(one) && !one.isForeignKey && !one.isKey ? suitability.number : suitability.notComputable
}

/** The table that a mention refers to. Declines for none or several. */
export function pickTable(scope: Scope, mention: TableMention): TableModel | Decline {
  const scored = mention.candidates.map(({ table, quality }) => ({
    one: table,
    score:
      quality * tablePick.name +
      (table === scope.subject ? tablePick.subject : 0) -
      Math.min(farness(scope, table), tablePick.mostLinks) * tablePick.perLink -
      (table.isView ? tablePick.view : 0),
  }))
  const { winner } = best(scored)
  if (winner === null)
    return new Decline(message('No table is named “{word}”.', { word: mention.text }), [mention.text])
  const own = mention.candidates.find((one) => one.table === winner)?.quality ?? 0
  const better = mention.candidates.find((one) => one.quality >= own + doubtfulMargin && !one.table.isView)
  if (better !== undefined)
    return new Decline(
      message('“{word}” could mean {table} or {other}.', {
        word: mention.text,
        table: winner.name,
        other: better.table.name,
      }),
      [mention.text],
    )
  if (isNamedBy(winner, mention.text)) return winner
  const top = Math.max(...mention.candidates.map((one) => one.quality))
  const equal = mention.candidates.filter((one) => one.quality === top && !one.table.isView)
  if (equal.length > 1 && winner !== scope.subject && !isDeed(mention.text.toLowerCase()))
    return new Decline(
      message('“{word}” could mean {tables}.', {
        word: mention.text,
        tables: anyOf(equal.map((one) => one.table.name)),
      }),
      [mention.text],
    )
  note(scope, message('“{word}” is interpreted as {table}', { word: mention.text, table: winner.name }))
  return winner
}

/** Whether a word of the question names a table directly, not just by a synonym. */
function isNamedBy(table: TableModel, text: string): boolean {
  const said = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => stem(singular(word)))
  const own = new Set([...table.words, ...table.synonyms.flat()].map((word) => stem(singular(word))))
  return text === '' || said.some((word) => own.has(word))
}

/** The column that a mention refers to; `prefers` scores its suitability. Declines for none or several. */
export function pickColumn(
  scope: Scope,
  mention: ColumnMention,
  prefers: (column: ColumnModel) => number = () => 0,
  role: Role = 'shown',
): ColumnModel | Decline {
  const owner = mention.owner === null ? null : pickTable(scope, mention.owner)
  if (owner instanceof Decline) return owner
  const { winner, rivals } = best(scoredColumns(scope, mention, owner, prefers, role))
  if (winner === null)
    return new Decline(message('No column is named “{word}”.', { word: mention.text }), [mention.text])
  const doubt =
    ofUnconnected(scope, mention, winner, owner) ??
    ofAnother(scope, mention, winner) ??
    ofNoOwner(scope, mention, winner, owner, role) ??
    tooFar(scope, mention, winner) ??
    severalColumns(scope, mention, winner, rivals)
  if (doubt !== null) return doubt
  const quality = mention.candidates.find((one) => one.column === winner)?.quality ?? 0
  if (quality < leastColumn)
    return new Decline(message('It is not clear which column “{word}” means.', { word: mention.text }), [mention.text])
  if (quality < certain)
    note(
      scope,
      message('“{word}” is interpreted as {column}', {
        column: `${winner.table.name}.${winner.name}`,
        word: mention.text,
      }),
    )
  return winner
}

/** The columns that a mention refers to: for people with a first and a last name, 'name' means both. */
export function pickColumns(scope: Scope, mention: ColumnMention): ColumnModel[] | Decline {
  const both = wholeName(scope, mention)
  if (both !== null) return both
  const found = pickColumn(scope, mention)
  return found instanceof Decline ? found : [found]
}

/** Both parts of a name; null if the mention means a single column. */
export function wholeName(scope: Scope, mention: ColumnMention): ColumnModel[] | Decline | null {
  const table = mention.owner === null ? scope.subject : pickTable(scope, mention.owner)
  if (table instanceof Decline) return table
  const shown = displayColumns(table)
  const qualityOf = (one: ColumnModel) => mention.candidates.find((candidate) => candidate.column === one)?.quality ?? 0
  if (shown.length !== 2 || shown.some((one) => qualityOf(one) !== qualities.partsOfName)) return null
  return mention.candidates.some((one) => one.column.table === table && one.quality > qualities.partsOfName)
    ? null
    : shown
}

function scoredColumns(
  scope: Scope,
  mention: ColumnMention,
  owner: TableModel | null,
  prefers: (column: ColumnModel) => number,
  role: Role,
) {
  const holders = new Set(mention.candidates.filter((one) => one.quality >= certain).map((one) => one.column.table))
  return mention.candidates.map(({ column, quality }) => ({
    one: column,
    score:
      quality * columnPick.name +
      fit(scope, column.table, mention.at, role, holders.size > 0 ? holders : null) +
      prefers(column) +
      (owner === column.table ? columnPick.owner : 0) +
      (owner !== null && isCalledAfter(owner, column) ? columnPick.calledAfterOwner : 0) +
      (isSister(scope, mention, column) ? columnPick.sister : 0) -
      (column.isForeignKey ? columnPick.foreignKey : 0),
  }))
}

/** 'for each project name': if projects aren't connected, the name of another table isn't meant. */
function ofUnconnected(
  scope: Scope,
  mention: ColumnMention,
  winner: ColumnModel,
  owner: TableModel | null,
): Decline | null {
  const own = mention.candidates.find((one) => one.column.table === owner && one.quality >= certain)?.column
  if (own === undefined || winner.table === owner || Number.isFinite(farness(scope, own.table))) return null
  return tooFar(scope, mention, own)
}

/** 'the name of the order': the table said to have the column has no column with that name. */
function ofAnother(scope: Scope, mention: ColumnMention, winner: ColumnModel): Decline | null {
  const isPlain = !mention.text.trim().includes(' ') || partOfName.test(mention.text.trim())
  const isGeneric = genericNames.has(mention.candidates[0]?.column.words.at(-1) ?? '') && isPlain
  if (mention.about === null || !isGeneric) return null
  const about = pickTable(scope, mention.about)
  if (about instanceof Decline) return about
  return about === winner.table ||
    personBehind(scope.schema, about) === winner.table ||
    isCalledBy(scope, about, winner)
    ? null
    : new Decline(message('{table} has no column named “{word}”.', { table: about.name, word: mention.text }), [
        mention.text,
      ])
}

const partOfName = /^(?:first|given|middle|last|family|full) names?$/i

/** 'the names of the party hosts': the rows of `party_host`, which have no name, are called by their host's. */
function isCalledBy({ schema }: Scope, table: TableModel, { table: owner }: ColumnModel): boolean {
  const isNameless = displayColumns(table).every((one) => one.isKey || one.isForeignKey)
  const isEnd = table.words.slice(-owner.words.length).join(' ') === owner.words.join(' ')
  return isNameless && isEnd && schema.links.some((one) => one.child === table && one.parent === owner)
}

/** 'whose name is X': a plain name doesn't mean a table that the question doesn't mention. */
function ofNoOwner(
  scope: Scope,
  mention: ColumnMention,
  winner: ColumnModel,
  owner: TableModel | null,
  role: Role,
): Decline | null {
  const isBare = genericNames.has(singular(mention.text.toLowerCase()))
  const isOthers = owner === null || (owner !== winner.table && !isCalledAfter(owner, winner))
  return isBare && isOthers && role === 'condition' && isStray(scope, winner.table)
    ? new Decline(message('It is not clear whose {word} you mean.', { word: mention.text }), [mention.text])
    : null
}

function tooFar(scope: Scope, mention: ColumnMention, winner: ColumnModel): Decline | null {
  const far = farness(scope, winner.table)
  if (!Number.isFinite(far))
    return new Decline(
      message('{word} is a column of {table}, which is not connected to {subject}.', {
        word: mention.text,
        table: winner.table.name,
        subject: scope.subject.name,
      }),
      [mention.text],
    )
  return far > mostLinksUnspoken && !scope.mentioned.some((one) => one.table === winner.table)
    ? new Decline(
        message('{word} is a column of {table}, which is not closely related to {subject}.', {
          word: mention.text,
          table: winner.table.name,
          subject: scope.subject.name,
        }),
        [mention.text],
      )
    : null
}

function severalColumns(
  scope: Scope,
  mention: ColumnMention,
  winner: ColumnModel,
  rivals: readonly ColumnModel[],
): Decline | null {
  const real = rivals.filter((other) => other !== winner && !isSameFact(scope, other, winner))
  if (real.length === 0) return null
  const options = [winner, ...real].slice(0, mostChoices)
  return new Decline(
    message('“{word}” could mean {columns}.', {
      word: mention.text,
      columns: anyOf(options.map((one) => `${one.table.name}.${one.name}`)),
    }),
    [mention.text],
    { text: mention.text, replacements: options.map(columnChoice) },
  )
}

/** The maximum distance from the subject for a column's table that the question doesn't mention. */
const mostLinksUnspoken = 3
/** The maximum number of readings offered. */
export const mostChoices = 4

/** Names that columns of many tables have. */
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

/** A column, as a button. */
export function columnLabel(column: ColumnModel): Message {
  return message('{column} of {rows}', { column: column.spoken, rows: column.table.spoken })
}

function columnChoice(column: ColumnModel): { label: Message; words: string } {
  return { label: columnLabel(column), words: `${column.table.spoken} ${column.spoken}` }
}

/** Columns with the same fact on both ends of a link, such as `customer_id`. */
export function isSameFact(scope: Scope, left: ColumnModel, right: ColumnModel): boolean {
  return scope.schema.links.some((link) =>
    link.pairs.some(
      (pair) => (pair.child === left && pair.parent === right) || (pair.child === right && pair.parent === left),
    ),
  )
}

/** A table that the question doesn't mention, two or more steps away. */
function isStray(scope: Scope, table: TableModel): boolean {
  return farness(scope, table) > 1 && !scope.mentioned.some((one) => one.table === table)
}

/** 'the color code and description' means the description of the color. */
function isSister(scope: Scope, mention: ColumnMention, column: ColumnModel): boolean {
  if (!genericNames.has(singular(mention.text.toLowerCase()))) return false
  const at = scope.draft.items.findIndex((one) => one === mention)
  const before = scope.draft.items[at - 1]
  if (at < 1 || before?.kind !== 'column' || column.words.length < 2) return false
  const said = tokenise(before.text).map(singular)
  const shared = column.words.slice(0, -1)
  return said.length === shared.length + 1 && shared.every((word, position) => said[position] === word)
}

/** 'the description of the document' may be stored elsewhere, as the `document_description` of its type. */
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

/** The column that an adjective refers to, in the subject or a mentioned table. Declines for none or several. */
export function pickHint(
  scope: Scope,
  hint: HintMention,
  prefers: (column: ColumnModel) => number = () => 0,
): ColumnModel | Decline {
  if (hint.words.includes('name')) return pickName(scope, hint.at)
  const tables = new Set([scope.subject, ...scope.mentioned.map((one) => one.table)])
  const names = (table: TableModel) => table.columns.some((one) => hint.words.some((word) => one.words.includes(word)))
  const person = [...tables].some(names) ? null : personBehind(scope.schema, scope.subject)
  const scored = [...tables, ...(person === null ? [] : [person])].flatMap((table) =>
    table.columns.flatMap((one) => {
      const rank = hint.words.findIndex((word) => one.words.includes(word))
      if (rank < 0 || one.isForeignKey || one.isKey) return []
      const isAtEdge = one.words.at(-1) === hint.words[rank] || one.words[0] === hint.words[rank]
      const score =
        (isAtEdge ? hintPick.edge : 0) -
        rank * hintPick.perRank -
        one.words.length * hintPick.perWord +
        fit(scope, table, hint.at, 'condition') +
        prefers(one)
      return [{ one, score }]
    }),
  )
  const { winner, rivals } = best(scored)
  if (winner === null)
    return new Decline(
      message('No column of {subject} shows what “{word}” means.', { subject: scope.subject.name, word: hint.text }),
      [hint.text],
    )
  if (rivals.length > 1)
    return new Decline(
      message('“{word}” could mean {columns}.', { word: hint.text, columns: anyOf(rivals.map((one) => one.name)) }),
      [hint.text],
    )
  note(
    scope,
    message('“{word}” refers to {column}', { column: `${winner.table.name}.${winner.name}`, word: hint.text }),
  )
  return winner
}

/** The name column of the table mentioned last before a position in the question. */
function pickName(scope: Scope, at: number): ColumnModel | Decline {
  const last =
    scope.mentioned.filter((one) => one.at < at).toSorted((left, right) => right.at - left.at)[0]?.table ??
    scope.subject
  const shown = displayColumns(last)
  const [first] = shown
  if (first === undefined) return new Decline(message('{table} has no name column.', { table: last.name }), ['name'])
  return first
}
