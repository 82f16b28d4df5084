import { argumentText, dataFrame, halves, type Wire } from './wire.ts'
import { openaiErrorBody } from './wire-openai.ts'

/** The chat completions protocol of Ollama, vLLM, LM Studio, and similar servers. */
export const chatCompletionsWire: Wire = {
  basePath: '/v1',
  callPath: /\/chat\/completions$/,
  modelOf: (_path, body) => String(body.model),
  frames: ({ text, toolCalls, usage }, model) => {
    const chunk = (delta: unknown, finishReason: string | null = null): string =>
      dataFrame({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1_700_000_000,
        model,
        choices: [{ index: 0, delta, finish_reason: finishReason }],
      })
    const callChunks = toolCalls.flatMap((call, index) => {
      const [first, second] = halves(argumentText(call))
      return [
        { index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: first } },
        { index, function: { arguments: second } },
      ].map((part) => chunk({ tool_calls: [part] }))
    })
    return [
      chunk({ role: 'assistant', content: '' }),
      ...text.map((content) => chunk({ content })),
      ...callChunks,
      chunk({}, toolCalls.length > 0 ? 'tool_calls' : 'stop'),
      dataFrame({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1_700_000_000,
        model,
        choices: [],
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          ...(usage.cached !== undefined && { prompt_tokens_details: { cached_tokens: usage.cached } }),
          ...(usage.reasoning !== undefined && {
            completion_tokens_details: { reasoning_tokens: usage.reasoning },
          }),
        },
      }),
      dataFrame('[DONE]'),
    ]
  },
  errorBody: openaiErrorBody,
}
