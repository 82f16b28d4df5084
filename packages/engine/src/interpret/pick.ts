import { singular, stem, tokenise } from '@parlance/retrieval'
import { Decline } from '../decline.ts'
import { isDeed } from '../lexicon/synonyms.ts'
import { certain, leastColumn } from '../match/quality.ts'
import type { ColumnMention, HintMention, TableMention } from '../parse/draft.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'
import { farness, note, type Scope } from './scope.ts'
import { best, fit, type Role } from './scoring.ts'
import { columnPick, doubtfulMargin, hintPick, tablePick } from './weights.ts'

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
  if (winner === null) return new Decline(`No table is named “${mention.text}”.`, [mention.text])
  const own = mention.candidates.find((one) => one.table === winner)?.quality ?? 0
  const better = mention.candidates.find((one) => one.quality >= own + doubtfulMargin && !one.table.isView)
  if (better !== undefined)
    return new Decline(`“${mention.text}” could mean ${winner.name} or ${better.table.name}.`, [mention.text])
  if (isNamedBy(winner, mention.text)) return winner
  const top = Math.max(...mention.candidates.map((one) => one.quality))
  const equal = mention.candidates.filter((one) => one.quality === top && !one.table.isView)
  if (equal.length > 1 && winner !== scope.subject && !isDeed(mention.text.toLowerCase()))
    return new Decline(`“${mention.text}” could mean ${equal.map((one) => one.table.name).join(' or ')}.`, [
      mention.text,
    ])
  note(scope, `“${mention.text}” is interpreted as ${winner.name}`)
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
  if (winner === null) return new Decline(`No column is named “${mention.text}”.`, [mention.text])
  const doubt =
    ofAnother(scope, mention, winner) ??
    ofNoOwner(scope, mention, winner, owner, role) ??
    tooFar(scope, mention, winner) ??
    severalColumns(scope, mention, winner, rivals)
  if (doubt !== null) return doubt
  const quality = mention.candidates.find((one) => one.column === winner)?.quality ?? 0
  if (quality < leastColumn) return new Decline(`It is not clear which column “${mention.text}” means.`, [mention.text])
  if (quality < certain) note(scope, `“${mention.text}” is interpreted as ${winner.table.name}.${winner.name}`)
  return winner
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

/** 'the name of the order': the table said to have the column has no column with that name. */
function ofAnother(scope: Scope, mention: ColumnMention, winner: ColumnModel): Decline | null {
  const isGeneric =
    genericNames.has(mention.candidates[0]?.column.words.at(-1) ?? '') && !mention.text.trim().includes(' ')
  if (mention.about === null || !isGeneric) return null
  const about = pickTable(scope, mention.about)
  if (about instanceof Decline) return about
  return about === winner.table
    ? null
    : new Decline(`${about.name} has no column named “${mention.text}”.`, [mention.text])
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
    ? new Decline(`It is not clear whose ${mention.text} you mean.`, [mention.text])
    : null
}

function tooFar(scope: Scope, mention: ColumnMention, winner: ColumnModel): Decline | null {
  const far = farness(scope, winner.table)
  if (!Number.isFinite(far))
    return new Decline(
      `${mention.text} is a column of ${winner.table.name}, which is not connected to ${scope.subject.name}.`,
      [mention.text],
    )
  return far > mostLinksUnspoken && !scope.mentioned.some((one) => one.table === winner.table)
    ? new Decline(
        `${mention.text} is a column of ${winner.table.name}, which is not closely related to ${scope.subject.name}.`,
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
    `“${mention.text}” could mean ${options.map((one) => `${one.table.name}.${one.name}`).join(' or ')}.`,
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

function columnChoice(column: ColumnModel): { label: string; words: string } {
  return { label: `${column.spoken} of ${column.table.spoken}`, words: `${column.table.spoken} ${column.spoken}` }
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
  const tables = [scope.subject, ...scope.mentioned.map((one) => one.table)]
  const scored = [...new Set(tables)].flatMap((table) =>
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
    return new Decline(`No column of ${scope.subject.name} shows what “${hint.text}” means.`, [hint.text])
  if (rivals.length > 1)
    return new Decline(`“${hint.text}” could mean ${rivals.map((one) => one.name).join(' or ')}.`, [hint.text])
  note(scope, `“${hint.text}” refers to ${winner.table.name}.${winner.name}`)
  return winner
}

/** The name column of the table mentioned last before a position in the question. */
function pickName(scope: Scope, at: number): ColumnModel | Decline {
  const last =
    scope.mentioned.filter((one) => one.at < at).toSorted((left, right) => right.at - left.at)[0]?.table ??
    scope.subject
  const shown = displayColumns(last)
  const [first] = shown
  if (first === undefined) return new Decline(`${last.name} has no name column.`, ['name'])
  return first
}
