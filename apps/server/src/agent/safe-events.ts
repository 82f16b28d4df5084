import {
  positionWithoutHiddenSigns,
  withoutHiddenSigns,
  type AgentEventBody,
  type EventBody,
  type MessageValues,
} from '@parlance/contract'
import type { Emit } from './contract.ts'

/** Strips invisible characters from answers, so that a cell or a model can't reverse a sentence. Rows don't change. */
export function withSafeTexts(emit: Emit): Emit {
  return (body) => emit(withSafeText(body))
}

function withSafeText(body: AgentEventBody): AgentEventBody {
  switch (body.kind) {
    case 'text':
      return { ...body, text: withoutHiddenSigns(body.text) }
    case 'final':
      return withSafeAnswer(body)
    case 'progress':
    case 'tool_call':
    case 'tool_response':
    case 'error':
    case 'cancelled':
      return body
  }
}

function withSafeAnswer(body: EventBody<'final'>): EventBody<'final'> {
  const text = withoutHiddenSigns(body.text)
  const moved = (position: number) => positionWithoutHiddenSigns(body.text, position)
  const figures =
    text === body.text
      ? body.figures
      : body.figures.map((one) => ({ ...one, start: moved(one.start), end: moved(one.end) }))
  return { ...body, text, figures, values: body.values && withSafeValues(body.values) }
}

function withSafeValues(values: MessageValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number') return [name, value]
      if (typeof value === 'string') return [name, withoutHiddenSigns(value)]
      return [name, value.values === undefined ? value : { ...value, values: withSafeValues(value.values) }]
    }),
  )
}
