import type { Definitions, Metric } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import { stem, tokenise } from '@parlance/retrieval'
import { withoutTexts } from './without-texts.ts'

/** Characters of definitions in one prompt. */
const definitionLimit = 3_000
/** Characters of one description. */
const descriptionLimit = 160

interface Fact {
  words: string
  text: string
}

/**
 * The area's definitions for a model, one line each. If they don't all fit, those come first that the conversation's first
 * question names, so that the text stays the same for a conversation.
 * @param shareData whether texts of conditions, which may be values of the data, may be sent
 */
export function definitionFacts(
  model: SemanticModel | null,
  { first, shareData, share }: { first: string; shareData: boolean; share: number },
): string[] {
  if (model === null) return []
  const facts = factsOf(model, shareData)
  const limit = definitionLimit * share
  const length = facts.reduce((sum, { text }) => sum + text.length + 1, 0)
  const asked = new Set(tokenise(first).map(stem))
  const ordered = length <= limit ? facts : byWords(facts, asked)
  const lines: string[] = []
  let left = limit
  for (const { text } of ordered) {
    if (text.length + 1 > left) continue
    lines.push(text)
    left -= text.length + 1
  }
  return lines
}

function byWords(facts: readonly Fact[], asked: ReadonlySet<string>): Fact[] {
  const score = ({ words }: Fact) => tokenise(words).filter((word) => asked.has(stem(word))).length
  return facts.toSorted((one, other) => score(other) - score(one))
}

function factsOf({ definitions, dialect }: SemanticModel, shareData: boolean): Fact[] {
  const sql = (text: string) => (shareData ? text : withoutTexts(text, dialect))
  const { metrics, dimensions, filters, time_columns: dates, value_synonyms: values } = definitions
  const fact = (kind: string, { name, synonyms, description, deprecated }: Described, says: string): Fact => ({
    words: [name, ...synonyms].join(' '),
    text: [
      `${kind} ${name}${synonyms.length > 0 ? ` (${synonyms.join(', ')})` : ''}: ${says}`,
      ...(description === null ? [] : [description.slice(0, descriptionLimit)]),
      ...(deprecated === null ? [] : [`Deprecated, use ${deprecated.use_instead ?? 'another one'}.`]),
    ].join(' — '),
  })
  return [
    ...metrics.map((one) => fact('metric', one, metricText(one, sql))),
    ...dimensions.map((one) => fact('dimension', one, `${sql(one.expression)} of ${one.table}`)),
    ...filters.map((one) => fact('filter', one, `${one.table} where ${sql(one.condition)}`)),
    ...dates.map(({ table, column }) => ({ words: table, text: `date of ${table}: ${column}` })),
    ...(shareData ? values : []).map(({ table, column, value, synonyms }) => ({
      words: synonyms.join(' '),
      text: `value ${JSON.stringify(value)} of ${table}.${column}: ${synonyms.join(', ')}`,
    })),
  ]
}

type Described = Pick<Definitions['metrics'][number], 'name' | 'synonyms' | 'description' | 'deprecated'>

function metricText({ computation, unit, dimensions }: Metric, sql: (text: string) => string): string {
  const says =
    computation.kind === 'formula'
      ? computation.formula
      : `${sql(computation.expression)} of ${computation.table}${computation.condition === null ? '' : ` where ${sql(computation.condition)}`}`
  const by = dimensions === null ? '' : `, only by ${dimensions.join(', ') || 'time'}`
  return `${says}${unit === null ? '' : ` [${unit}]`}${by}`
}
