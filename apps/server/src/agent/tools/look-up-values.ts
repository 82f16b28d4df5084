import { message, wireMessage } from '@parlance/contract'
import type { CatalogueTable, Cell } from '@parlance/contract'
import type { ColumnPlace, FoundValues } from '@parlance/engine'
import { normalise } from '@parlance/retrieval'
import { z } from 'zod'
import { delimit } from '../../door/present.ts'
import { describeSchema } from '../context.ts'
import type { AgentTurn } from '../contract.ts'
import { tableName } from '../table-name.ts'
import { findTable, unknownTable } from './get-table-info.ts'
import { defineTool, shortText } from './tool.ts'

const textLimit = 6
const longestText = 200
/** Columns that one call searches, and that it lists. */
const searchedColumns = 200
const listedColumns = 10
const foundLimit = 30
/** Characters of schema that decide which tables are searched first. */
const rankingBudget = 4_000

const inputSchema = z.object({
  texts: z
    .union([z.string().transform((text) => [text]), z.array(z.string())])
    .transform((texts) =>
      texts
        .map((text) => text.trim().slice(0, longestText))
        .filter((text) => text !== '')
        .slice(0, textLimit),
    )
    .pipe(z.array(z.string()).min(1)),
  table_name: shortText(300),
})

/** Finds the columns that have a text as a value, as the user. A column that can't be searched in time is reported. */
export const lookUpValues = defineTool({
  name: 'look_up_values',
  description:
    'Finds which columns contain a name or word of the question, and how it is spelled there. Searches one table or, without table_name, the likely ones.',
  parameters: { texts: 'texts', table_name: 'text?' },
  aliases: { texts: ['text', 'values', 'value', 'words'], table_name: ['table'] },
  inputSchema,
  execute: async ({ texts, table_name: wanted }, turn) => {
    const table = wanted === undefined ? null : findTable(wanted, turn)
    if (wanted !== undefined && !table) return unknownTable(wanted)
    const columns = textColumns(table ? [table] : likelyTables(texts, turn), turn)
    const named = namedValues(texts, columns, turn)
    const wantedTexts = [...new Set([...texts, ...named.map(({ value }) => value)])]
    const searched = columns.slice(0, searchedColumns)
    const { found: whole, unchecked: late } = await turn.findValues(wantedTexts, searched)
    turn.signal.throwIfAborted()
    const unknown = texts.filter((text) => !whole.some(({ value }) => has(value, text)))
    const { names, unchecked } = await namesInParts(unknown, searched, turn)
    const found = [...whole, ...names.flatMap((name) => name.parts)]
    const open = [...new Set([...late, ...unchecked, ...columns.slice(searchedColumns)].map(nameOf))]
    const meant = named.filter((one) =>
      found.some((other) => nameOf(other) === nameOf(one) && other.value === one.value),
    )
    const isMeant = (text: string) => [...meant, ...names].some((one) => one.text === text)
    const missing = texts.filter((text) => !isMeant(text) && !found.some(({ value }) => has(value, text)))
    const shown = found.slice(0, foundLimit)
    return {
      response: {
        success: true,
        ...wireMessage(summaryOf(found.length, open.length)),
        columns: ['table', 'column', 'value'].map((name) => ({ name, dataType: '', kind: 'text' as const })),
        results: shown.map(({ table: inTable, column, value }) => [inTable, column, value]),
        row_count: shown.length,
      },
      forModel: {
        success: true,
        found: turn.shareData
          ? delimit(shown)
          : [
              ...new Set(
                [
                  ...shown.filter((one) => isOneOf(one.value, texts)),
                  ...names.flatMap((name) => name.parts),
                  ...meant,
                ].map(nameOf),
              ),
            ],
        ...(turn.shareData && meant.length > 0 ? { synonyms: delimit(meant) } : {}),
        not_found: missing,
        could_not_check: listOf(open),
        ...(missing.length > 0 && open.length > 0
          ? {
              note: 'What was not found may be in a column that could not be checked. Do not say that it does not exist.',
            }
          : {}),
      },
    }
  },
})

/** A text whose words are values of different columns of one table. */
interface NameInParts {
  text: string
  parts: FoundValues['found']
}

/**
 * “Mike Hillyer”: a first name in one column, and a last name in another one of the same table. Columns that could not be
 * searched in time are returned, too.
 */
async function namesInParts(
  texts: string[],
  columns: ColumnPlace[],
  { findValues, signal }: AgentTurn,
): Promise<{ names: NameInParts[]; unchecked: ColumnPlace[] }> {
  const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word.length > 1)
  const wanted = texts.filter((text) => wordsOf(text).length > 1 && wordsOf(text).length <= mostNameParts)
  if (wanted.length === 0) return { names: [], unchecked: [] }
  const { found, unchecked } = await findValues([...new Set(wanted.flatMap(wordsOf))], columns)
  signal.throwIfAborted()
  const names = wanted.flatMap((text) => {
    const words = wordsOf(text)
    const parts = found.filter(({ value }) => words.some((word) => plain(String(value)) === plain(word)))
    const tables = [...new Set(parts.map(({ table }) => table))].filter((table) =>
      words.every((word) => parts.some((part) => part.table === table && plain(String(part.value)) === plain(word))),
    )
    return tables.length === 0 ? [] : [{ text, parts: parts.filter(({ table }) => tables.includes(table)) }]
  })
  return { names, unchecked }
}

const mostNameParts = 4

/** A value of a column that a text means, because the area says so. */
interface NamedValue extends ColumnPlace {
  text: string
  value: string
}

/** The values that the area's synonyms give to texts. They are still looked for, because the user may not see them. */
function namedValues(texts: string[], columns: ColumnPlace[], { definitions, catalogue }: AgentTurn): NamedValue[] {
  if (definitions === null) return []
  const searched = new Set(columns.map(nameOf))
  return definitions.definitions.value_synonyms.flatMap(({ table, column, value, synonyms }) => {
    const entry = definitions.tables.find(({ name }) => name.toLowerCase() === table.toLowerCase())?.entry
    const name = entry?.columns.find((one) => one.name.toLowerCase() === column.toLowerCase())?.name
    if (entry === undefined || name === undefined) return []
    const place = { table: tableName(entry, catalogue), column: name }
    if (!searched.has(nameOf(place))) return []
    const said = new Set(synonyms.map(plain))
    return texts.filter((text) => said.has(plain(text))).map((text) => ({ text, ...place, value }))
  })
}

function plain(text: string): string {
  return normalise(text).trim()
}

function likelyTables(texts: string[], { catalogue, hints, question }: AgentTurn): CatalogueTable[] {
  const words = [question, ...texts].join(' ')
  const best = describeSchema(catalogue, words, { hints, budget: rankingBudget }).tables
  return [...new Set([...best, ...catalogue.tables])]
}

/** As many columns as are searched, and a few more, so that it is known whether there are more. */
function textColumns(tables: CatalogueTable[], { catalogue }: AgentTurn): ColumnPlace[] {
  const columns: ColumnPlace[] = []
  for (const table of tables) {
    for (const { name, kind } of table.columns) {
      if (kind === 'text' || kind === 'other') columns.push({ table: tableName(table, catalogue), column: name })
    }
    if (columns.length > searchedColumns + listedColumns) break
  }
  return columns
}

function summaryOf(found: number, open: number) {
  return open === 0
    ? message('{n, plural, =0 {Found no value} one {Found # value} other {Found # values}}', { n: found })
    : message(
        '{n, plural, =0 {Found no value} one {Found # value} other {Found # values}}; {open, plural, one {# column} other {# columns}} could not be checked',
        { n: found, open },
      )
}

function nameOf({ table, column }: ColumnPlace): string {
  return `${table}.${column}`
}

function listOf(names: string[]): string[] {
  const more = names.length - listedColumns
  return more > 0 ? [...names.slice(0, listedColumns), `and ${more} more`] : names
}

function has(value: Cell, text: string): boolean {
  return normalise(String(value)).includes(normalise(text).trim())
}

function isOneOf(value: Cell, texts: string[]): boolean {
  return texts.some((text) => has(value, text))
}
