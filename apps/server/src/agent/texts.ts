import { formatMessage, patternOf, verbatim } from '@parlance/contract'
import type { ActionButton, Message, ToolResponse, UnderstoodQuestion } from '@parlance/contract'
import type { Translation, Understood } from '@parlance/engine'
import type { AppError } from '../lib/errors.ts'
import type { WantedReading } from './prove-readings.ts'

/** A text of an answer and its pattern; words of a model or a database have no translation, and so no pattern. */
export function textFields(message: Message): { text: string } & ReturnType<typeof patternOf> {
  return { text: formatMessage(message), ...(message.text === verbatim('').text ? {} : patternOf(message)) }
}

/** An error in the response of a tool. */
export function errorFields(message: Message): Pick<ToolResponse, 'error' | 'pattern' | 'values'> {
  return { error: formatMessage(message), ...patternOf(message) }
}

/** An error that a tool met, in its response. */
export function detailFields({ detail, pattern }: AppError): Pick<ToolResponse, 'error' | 'pattern' | 'values'> {
  return { error: detail, ...(pattern ? patternOf(pattern) : {}) }
}

/** The message of a failed tool; null if it has none. */
export function errorIn({ error, pattern, values }: ToolResponse): Message | null {
  if (error === undefined) return null
  return pattern === undefined ? verbatim(error) : { text: pattern, values }
}

export function actionButton(label: Message, button: Pick<ActionButton, 'action' | 'style'>): ActionButton {
  return { label: formatMessage(label), ...patternOf(label), ...button }
}

/** The readings of an ambiguous question, with their SQL. */
export function offeredReadings(found: Exclude<Translation, Understood>): WantedReading[] {
  const readings = 'readings' in found ? found.readings : []
  return readings.map(({ label, question, sql }) => ({
    reading: { label: formatMessage(label), question, ...patternOf(label) },
    sql,
  }))
}

/** How the built-in engine understood a question. */
export function understoodQuestion({
  reading,
  assumptions,
  choices = [],
}: Pick<Understood, 'reading' | 'assumptions'> & Partial<Pick<Understood, 'choices'>>): UnderstoodQuestion {
  const labelOf = (label: Message) => ({ label: formatMessage(label), ...patternOf(label) })
  return {
    reading: formatMessage(reading),
    assumptions: assumptions.map((one) => formatMessage(one)),
    ...(choices.length > 0 && {
      choices: choices.map(({ label, assumption, alternatives }) => ({
        ...labelOf(label),
        assumption,
        alternatives: alternatives.map((one) => ({ ...labelOf(one.label), question: one.question })),
      })),
    }),
    messages: { reading, assumptions },
  }
}
