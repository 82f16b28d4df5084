import { formatMessage, message, patternOf, wireMessage, type TurnEvent } from '@parlance/contract'
import i18next from 'i18next'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeResult, makeTurn, readFromWire } from '../../testing/factories.ts'
import { startTranslations } from '../i18n.ts'
import type { ChatMessage } from './chat-message.ts'
import { receivedText, shownText } from './shown-text.ts'
import { readingText } from './tool-calls.ts'
import { conversationOf } from './turn-reducer.ts'

const texts = {
  'Querying {database}': 'Frage {database} ab',
  'Reading the question': 'Lese die Frage',
  'Switch to {area}': 'Zu {area} wechseln',
  'different values of {column}': 'verschiedene Werte von {column}',
  'No {rows} were found {where}.': 'Keine {rows} gefunden, {where}.',
  'where {conditions}': 'bei denen {conditions}',
  '{column} is {value}': '{column} {value} ist',
  'Counts {rows}': 'Zählt {rows}',
  'Dates refer to {column}': 'Daten beziehen sich auf {column}',
  'The query returns at most {n} rows. There may be more.': 'Höchstens {n} Zeilen.',
  'Wait {n} seconds.': '{n} Sekunden warten.',
  'There is no table {name}.': 'Es gibt keine Tabelle {name}.',
  'Internal server error. Please try again later.': 'Interner Fehler. Bitte später noch einmal versuchen.',
}

beforeAll(() => startTranslations({ language: 'de', texts }))
afterAll(() => startTranslations())

const shown = (text: Parameters<typeof shownText>[1]) => shownText(i18next.t, text)

function answerOf(...events: Parameters<typeof makeTurn>[2]): ChatMessage {
  const { messages } = conversationOf(readFromWire(makeTurn('t1', 'Which orders?', events)))
  const answer = messages.find(({ kind }) => kind === 'answer')
  if (answer === undefined) throw new Error('no answer')
  return answer
}

function final(fields: Partial<TurnEvent> & { text: string }) {
  return { type: 'final' as const, final: true, ...fields }
}

describe('in German', () => {
  it('shows the steps of a turn', () => {
    const { progressSteps } = answerOf(
      { type: 'progress', ...wireMessage(message('Reading the question')) },
      { type: 'progress', ...wireMessage(message('Querying {database}', { database: 'Shop' })) },
    )
    expect(progressSteps.map(shown)).toEqual(['Lese die Frage', 'Frage Shop ab'])
  })

  it('shows an answer of the built-in engine with its conditions, and keeps the English text beside it', () => {
    const condition = message('{column} is {value}', { column: 'city', value: '“Rom”' })
    const answer = message('No {rows} were found {where}.', {
      rows: 'orders',
      where: message('where {conditions}', { conditions: condition }),
    })
    const { content, ownContent } = answerOf(final({ text: formatMessage(answer), ...patternOf(answer) }))
    expect(content).toBe('No orders were found where city is “Rom”.')
    expect(shown(ownContent ?? content)).toBe('Keine orders gefunden, bei denen city “Rom” ist.')
  })

  it('shows the words of a model unchanged, also with braces', () => {
    const { content, ownContent } = answerOf(final({ text: 'Use {name} here.' }))
    expect(shown(ownContent ?? content)).toBe('Use {name} here.')
  })

  it('shows an error, or the text of its code if it has no own text', () => {
    const wait = message('Wait {n} seconds.', { n: 5 })
    const told = answerOf({ type: 'error', final: true, detail: formatMessage(wait), ...patternOf(wait) })
    expect(shown(told.ownContent ?? told.content)).toBe('5 Sekunden warten.')
    const untold = answerOf({ type: 'error', final: true, code: 'internal' })
    expect(shown(untold.ownContent ?? untold.content)).toBe(texts['Internal server error. Please try again later.'])
  })

  it('shows buttons and readings', () => {
    const label = message('Switch to {area}', { area: 'Sales' })
    const reading = message('different values of {column}', { column: 'city' })
    const { actionButtons, readings } = answerOf(
      final({
        text: 'Which one?',
        actions: [{ label: formatMessage(label), action: 'switch_area:1', style: 'primary', ...patternOf(label) }],
        readings: [{ label: formatMessage(reading), question: 'Which cities?', ...patternOf(reading) }],
      }),
    )
    expect(actionButtons.map((button) => shown(button.label))).toEqual(['Zu Sales wechseln'])
    expect(readings.map((one) => shown(receivedText(one.label, one)))).toEqual(['verschiedene Werte von city'])
  })

  it('shows how a question was understood, and what may be wrong', () => {
    const messages = {
      reading: message('{reading}.', { reading: message('Counts {rows}', { rows: 'orders' }) }),
      assumptions: [message('Dates refer to {column}', { column: 'orders.day' })],
    }
    const understood = { reading: 'Counts orders.', assumptions: ['Dates refer to orders.day'], messages }
    const limit = message('The query returns at most {n} rows. There may be more.', { n: 50 })
    const warnings = [{ kind: 'limit_reached' as const, ...wireMessage(limit) }]
    const answer = answerOf({ answer: ['execute_sql_query', makeResult({ understood, warnings })] })
    expect(answer.understood && readingText(answer.understood)).toBe('Zählt orders.')
    expect(answer.understood?.messages?.assumptions.map(shown)).toEqual(['Daten beziehen sich auf orders.day'])
    expect(answer.warnings.map((one) => shown(receivedText(one.message, one)))).toEqual(['Höchstens 50 Zeilen.'])
  })

  it('shows the error of a tool', () => {
    const missing = message('There is no table {name}.', { name: 'x' })
    const response = { success: false, error: formatMessage(missing), ...patternOf(missing) }
    const { toolCalls } = answerOf({ answer: ['get_table_info', response] })
    expect(toolCalls[0]).toMatchObject({
      result: 'Es gibt keine Tabelle x.',
      resultSummary: 'Es gibt keine Tabelle x.',
    })
  })
})
