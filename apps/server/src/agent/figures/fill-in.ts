import { formatFigure } from './format.ts'
import { parseReference, type Reference } from './notation.ts'
import { resolveReference, type Figure } from './resolve.ts'
import type { Step } from './step.ts'
import { fallWords } from './cues.ts'
import { referencesIn } from './find-references.ts'
import { withoutUnit } from './written-unit.ts'

/** A reference that was filled in, by its position in the text. */
export interface FilledFigure {
  start: number
  end: number
  figure: Figure
  reference: Reference
}

export interface FilledSentence {
  text: string
  /** The same without the figures that were filled in. */
  typed: string
  figures: FilledFigure[]
}

/**
 * Writes the value of each reference into a sentence.
 * @param asShown changes the values, as the rest of the sentence was changed
 */
export function fillIn(
  sentence: string,
  steps: readonly Step[],
  asShown: (value: string) => string = (value) => value,
): FilledSentence | { error: string } {
  let text = ''
  let typed = ''
  let copied = 0
  const figures: FilledFigure[] = []
  for (const { start, end, inside } of referencesIn(sentence)) {
    const written = sentence.slice(start, end)
    const read = parseReference(inside)
    if ('error' in read) return { error: `${written}: ${read.error}` }
    const figure = resolveReference(read.reference, steps)
    if ('error' in figure) return { error: `${written}: ${figure.error}` }
    const isSigned = read.reference.is === 'diff' || read.reference.is === 'change'
    const shown = asShown(formatFigure(isSigned ? withoutSpokenSign(figure, sentence) : figure, read.style))
    const around = { before: sentence.slice(copied, start), after: sentence.slice(end) }
    const format = figure.column?.column.format
    const { before, after } = format === undefined ? around : withoutUnit(shown, format, around)
    text += before
    typed += `${before}${' '.repeat(shown.length)}`
    figures.push({ start: text.length, end: text.length + shown.length, figure, reference: read.reference })
    text += shown
    copied = sentence.length - after.length
  }
  const rest = sentence.slice(copied)
  const filled = { text: text + rest, typed: withoutScales(typed + rest, figures), figures }
  return /[{}]/.test(filled.typed) ? { error: 'A reference is not closed.' } : filled
}

const scaleWord =
  /^\s?(?:thousand|million|billion|tausend|millionen|milliarden|mil millones|millones|millions|milliards?)\b/i

/** The word after a figure in millions isn't a separate figure. */
function withoutScales(typed: string, figures: readonly FilledFigure[]): string {
  return figures.reduce((text, { end }) => {
    const [word = ''] = scaleWord.exec(text.slice(end, end + 20)) ?? []
    return text.slice(0, end) + ' '.repeat(word.length) + text.slice(end + word.length)
  }, typed)
}

const spokenDirection = /\b(?:down|lower|less|fewer|lost|behind|below|trail\p{L}*|gap|difference|apart)\b/iu

/** “fell by 5%”, not “fell by -5%”: the word has the sign. Whether it is the right word is checked with the other claims. */
function withoutSpokenSign(figure: Figure, sentence: string): Figure {
  const isSpoken = spokenDirection.test(sentence) || fallWords.test(sentence)
  if (figure.value === null || figure.value.gte(0) || !isSpoken) return figure
  return { ...figure, value: figure.value.abs() }
}
