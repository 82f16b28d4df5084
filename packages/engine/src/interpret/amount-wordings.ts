import { message, type Message } from '@parlance/contract'
import { tableWords } from '../answer/describe.ts'
import { isSale, revenueMeasures } from '../schema/measures.ts'
import type { Schema, TableModel } from '../schema/model.ts'

/** A question in other words, and what they assume. */
export interface Reworded {
  question: string
  assumptions: Message[]
}

const shippedMuch = /^(how much) did (?:we|they) (?:ship|invoice|bill)\b/i
const madeMoney = /^how much (?:money|revenue) (?:did|do|have|has) (?:we|they) (?:make|made|earn|earned|take in)\b/i
const doingWell =
  /^how (?:are|is|were|was|did|do|does|have|has) (?:our |the )?(sales|revenue) (?:been )?(?:doing|going|developing|do|go|develop|developed|looking)\b/i
const boughtMuch =
  /^(how much) (did|do|does|has|have) (.+?) (?:buy|bought|purchased?|order(?:ed)?)(?=\s*(?:[?.]|$)|\s+(?:in|on|from|since|last|this|during)\b)/i
const numberOfSales =
  /\b(how many|(?:the )?number of|count of) (sales)\b(?! (?:rep|person|people|agent|manager|staff|order|tax))/i

/** Says 'how much did we ship' and 'how many sales' in words of the sales that the schema records. */
export function withAmounts(schema: Schema, question: string): Reworded {
  const [measure] = revenueMeasures(schema, null)
  if (measure === undefined) return { question, assumptions: [] }
  const money = (match: RegExp, words: string): Reworded | null => {
    const [, said] = match.exec(question) ?? []
    if (said === undefined) return null
    const assumption = message('“{word}” is interpreted as an amount of money, not a quantity', { word: said })
    return { question: question.replace(match, words), assumptions: [assumption] }
  }
  return (
    money(shippedMuch, 'what is the revenue') ??
    money(boughtMuch, '$1 $2 $3 spend') ??
    countedSales(
      schema,
      question,
      measure.scalar.kind === 'formula' ? saleOf(schema, measure.table) : measure.table,
    ) ?? {
      question: question.replace(madeMoney, 'what is the revenue').replace(doingWell, '$1'),
      assumptions: [],
    }
  )
}

/** 'how many sales': the rows of the table of sales, if none is called so. */
function countedSales(schema: Schema, question: string, sales: TableModel): Reworded | null {
  const [, before, said] = numberOfSales.exec(question) ?? []
  if (before === undefined || said === undefined || !isSale(sales)) return null
  if (schema.tables.some((one) => !one.isView && one.words.includes('sale'))) return null
  const rows = tableWords(schema, sales.key)
  const assumption = message('“{word}” is interpreted as {table}', { word: said, table: sales.name })
  return { question: question.replace(numberOfSales, `$1 ${rows}`), assumptions: [assumption] }
}

/** The sale that lines belong to; the lines if there is none. */
function saleOf({ links }: Schema, lines: TableModel): TableModel {
  const owners = links.filter((one) => one.child === lines && isSale(one.parent)).map((one) => one.parent)
  return owners[0] ?? lines
}
