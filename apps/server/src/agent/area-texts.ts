import type { CatalogueTable, PromptPart } from '@parlance/contract'
import { joinLines } from './area-hints.ts'
import { defaultSchemaBudget } from './context.ts'
import type { AgentTurn } from './contract.ts'
import { tableName } from './table-name.ts'
import { withoutTexts } from './without-texts.ts'

/** Characters that the owner's instructions, the relationships, and the examples always have. */
const instructionLimit = 1_500
const joinLimit = 700
const exampleLimit = 1_200
const exampleCount = 3
/** Longer instructions and more relationships take up to these parts of the schema's room: an owner wrote them on purpose. */
const instructionShare = 0.6
const joinShare = 0.1
/** The most similar example may be longer than all of them usually are, except in a small window. */
const longestExample = 3_000

/** What an area's owner wrote, for a prompt. */
export interface AreaTexts {
  guidance: { text: string; counts: Pick<PromptPart, 'count' | 'total'> }
  /** The relationships of these tables. */
  joinsOf: (tables: CatalogueTable[]) => string
  /** What remains for the schema. */
  schemaCharacters: number
}

/**
 * The owner's instructions and relationships. Without a small window, instructions of any length fit: they take room from
 * the schema.
 */
export function areaTexts(
  turn: AgentTurn,
  { schemaCharacters: room = defaultSchemaBudget, share }: { schemaCharacters?: number | undefined; share: number },
): AreaTexts {
  const guidance = guidanceOf(turn, instructionLimit * share + room * instructionShare)
  const taken = Math.max(0, guidance.text.length - instructionLimit * share)
  const joins = joinsFor(turn, turn.catalogue.tables)
  const joinRoom = Math.min(joins.length, joinLimit * share + room * joinShare)
  return {
    guidance,
    joinsOf: (tables) => withinLines(joinsFor(turn, tables), joinRoom),
    schemaCharacters: Math.floor(room - taken - Math.max(0, joinRoom - joinLimit * share)),
  }
}

/**
 * Verified SQL may contain values of the data, so the data-sharing setting applies to it. Cut SQL would mislead.
 * @param adapted the example with the question's values, which comes first; null if there is none
 */
export function exampleText(
  { examples, shareData, catalogue: { dialect } }: AgentTurn,
  share: number,
  adapted: string | null,
): { text: string; count: number } {
  const lines: string[] = []
  const longest = share === 1 ? longestExample : exampleLimit * share
  let left = exampleLimit * share
  const known = examples.map(({ question, sql }) => exampleLine(question, shareData ? sql : withoutTexts(sql, dialect)))
  for (const line of adapted === null ? known : [adapted, ...known]) {
    if (lines.length === Math.ceil(exampleCount * share)) break
    if (line.length > (lines.length === 0 ? longest : left)) continue
    lines.push(line)
    left -= line.length + 1
  }
  return { text: lines.length === 0 ? '' : `Verified examples:\n${lines.join('\n')}`, count: lines.length }
}

/** An example as a line of a prompt. */
export function exampleLine(question: string, sql: string): string {
  return `${JSON.stringify(cut(question, 300))}: ${sql}`
}

/** The beginning of a text that is too long. */
export function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, Math.floor(limit))}…` : text
}

/** The gate and the rules apply whatever an owner writes. */
function guidanceOf({ hints }: AgentTurn, limit: number): AreaTexts['guidance'] {
  const text = hints?.instructions?.trim()
  if (!hints || !text) return { text: '', counts: {} }
  const lead = `How to read the data of the business area ${JSON.stringify(hints.name)}, from its owner:\n`
  if (text.length <= limit) return { text: `${lead}${text}`, counts: {} }
  return { text: `${lead}${cut(text, limit)}`, counts: { count: Math.floor(limit), total: text.length } }
}

function joinsFor({ hints, catalogue }: AgentTurn, tables: CatalogueTable[]): string {
  const described = new Set(tables.map((table) => tableName(table, catalogue).toLowerCase()))
  const isDescribed = (table: string | undefined): boolean => table === undefined || described.has(table.toLowerCase())
  const joins = (hints?.joins ?? []).filter((join) => isDescribed(join.left_table) && isDescribed(join.right_table))
  const lines = joinLines(joins).join('\n')
  return lines === '' ? '' : `Joins:\n${lines}`
}

/** The first whole lines within a limit. */
function withinLines(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = text.lastIndexOf('\n', Math.floor(limit))
  return end > 0 ? text.slice(0, end) : ''
}
