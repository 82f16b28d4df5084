import { dataFrame, type ScriptedToolCall, type Wire } from './wire.ts'

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

/** Gemini's `streamGenerateContent?alt=sse`: whole candidates, function calls with parsed arguments, no end marker. */
export const googleWire: Wire = {
  basePath: '/v1beta',
  callPath: /\/models\/[^/]+:streamGenerateContent$/,
  modelOf: (path) => decodeURIComponent(/\/models\/([^/:]+):/.exec(path)?.[1] ?? ''),
  frames: ({ text, toolCalls, usage }, model) => {
    const parts = [...text.map((piece) => ({ text: piece })), ...toolCalls.map(functionCallPart)]
    const frames = parts.map((part) =>
      dataFrame({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], modelVersion: model }),
    )
    const usageMetadata = {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output - (usage.reasoning ?? 0),
      cachedContentTokenCount: usage.cached ?? 0,
      thoughtsTokenCount: usage.reasoning ?? 0,
      totalTokenCount: usage.input + usage.output,
    }
    const malformed = toolCalls.some((call) => typeof call.args === 'string')
    const finishReason = malformed ? 'MALFORMED_FUNCTION_CALL' : 'STOP'
    const last = { content: { role: 'model', parts: [{ text: '' }] }, finishReason, index: 0 }
    return [...frames, dataFrame({ candidates: [last], usageMetadata, modelVersion: model })]
  },
  errorBody: ({ status, message }) => ({
    error: {
      code: status,
      message: message ?? defaultMessage(status),
      status: statusNames[status] ?? 'UNKNOWN',
      details: [],
    },
  }),
}

/** Gemini itself parses arguments, so malformed ones arrive as an object of the wrong shape. */
function functionCallPart(call: ScriptedToolCall): unknown {
  const args = typeof call.args === 'string' ? { malformed: call.args } : call.args
  return { functionCall: { name: call.name, args } }
}

function defaultMessage(status: number): string {
  if (status === 401) return 'API key not valid. Please pass a valid API key.'
  if (status === 429) return 'You exceeded your current quota, please check your plan and billing details.'
  return 'An internal error has occurred.'
}
