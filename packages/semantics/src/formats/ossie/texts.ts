import { message } from '@parlance/contract'
import type { Collector } from '../collector.ts'
import { FileError } from '../file-error.ts'
import { asKind, find, listOf, need, needText, textOf, textsOf, type MapNode } from '../file-node.ts'

/** The texts for people and models about an element. */
export interface ElementTexts {
  description: string | null
  instructions: string | null
  synonyms: string[]
}

/** Reads `description` and `ai_context`. Examples have no place in an area, and are noted. */
export function readTexts(element: MapNode, collector: Collector): ElementTexts {
  const description = textOf(element, 'description')
  const context = find(element, 'ai_context')
  if (context === null) return { description, instructions: null, synonyms: [] }
  if (context.kind === 'text') return { description, instructions: context.value, synonyms: [] }
  const map = asKind(context, 'map')
  for (const example of listOf(map, 'examples')) {
    const reason = message('An area keeps sample questions as verified examples. Add this one there.')
    collector.note(example.place, 'left_out', reason)
  }
  collector.noteOthers(map, ['instructions', 'synonyms', 'examples'])
  return { description, instructions: textOf(map, 'instructions'), synonyms: textsOf(map, 'synonyms') }
}

/** A description that ends with the instructions, for elements that have no instructions of their own. */
export function fullDescription({ description, instructions }: ElementTexts): string | null {
  if (instructions === null) return description
  return description === null ? instructions : `${description}\n${instructions}`
}

/** An expression of an element, and the dialect that it is for. */
export interface Expression {
  text: string
  dialect: string
}

/**
 * Reads the expression for one of the dialects, the first of which is best.
 * @throws FileError if there is none
 */
export function readExpression(element: MapNode, dialects: readonly string[]): Expression {
  const expression = asKind(need(element, 'expression'), 'map')
  const list = listOf(expression, 'dialects').map((node) => {
    const map = asKind(node, 'map')
    return { text: needText(map, 'expression').trim(), dialect: needText(map, 'dialect') }
  })
  for (const dialect of dialects) {
    const found = list.find((one) => one.dialect === dialect)
    if (found !== undefined) return found
  }
  const values = { dialects: list.map((one) => one.dialect).join(', ') || '0', wanted: dialects.join(', ') }
  throw new FileError(
    message('The file has this expression for {dialects}, but not for {wanted}. Add one.', values),
    expression.place,
  )
}
