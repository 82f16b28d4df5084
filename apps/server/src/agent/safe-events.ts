import { withoutHiddenSigns, type AgentEventBody } from '@parlance/contract'
import type { Emit } from './contract.ts'

/** Strips invisible characters from answers, so that a cell or a model can't reverse a sentence. Rows don't change. */
export function withSafeTexts(emit: Emit): Emit {
  return (body) => emit(withSafeText(body))
}

function withSafeText(body: AgentEventBody): AgentEventBody {
  switch (body.kind) {
    case 'text':
    case 'final':
      return { ...body, text: withoutHiddenSigns(body.text) }
    case 'progress':
    case 'tool_call':
    case 'tool_response':
    case 'error':
    case 'cancelled':
      return body
  }
}
