import type { CheckContext } from './check.ts'
import { baseOf, getJson, idOf, isRecord } from './list-models.ts'

/** The context length that a server reports for a model, in tokens; null if it reports none. */
export async function reportedContext(context: CheckContext): Promise<number | null> {
  const { choice, findings } = context
  if (choice.provider === 'google') return listed(context, ['inputTokenLimit'])
  if (choice.provider !== 'openai-compatible') return listed(context, ['max_input_tokens', 'context_window'])
  switch (findings.server) {
    case 'ollama':
      return ollamaContext(context)
    case 'vllm':
      return listed(context, ['max_model_len'])
    case 'lm-studio':
      return lmStudioContext(context)
    case 'llama-cpp':
      return llamaContext(context)
    case 'other':
      return listed(context, ['max_model_len', 'context_length', 'context_window', 'max_context_length'])
  }
}

function listed({ findings: { list }, choice }: CheckContext, fields: string[]): number | null {
  const entry = list?.entries?.find((each) => idOf(each) === choice.model.replace(/^models\//, ''))
  return entry ? numberIn(entry, fields) : null
}

function rootOf(context: CheckContext): string {
  return baseOf(context).replace(/\/v1$/, '')
}

/** The model is loaded by now, so Ollama knows the context that it really has. */
async function ollamaContext(context: CheckContext): Promise<number | null> {
  const { model } = context.choice
  const running = await getJson(context, `${rootOf(context)}/api/ps`)
  const models = Array.isArray(running?.['models']) ? running['models'].filter(isRecord) : []
  const loaded = models.find(({ name }) => name === model || name === `${model}:latest`)
  const allocated = loaded ? numberIn(loaded, ['context_length']) : null
  if (allocated !== null) return allocated
  const shown = await getJson(context, `${rootOf(context)}/api/show`, { model })
  const parameters = shown?.['parameters']
  const set = typeof parameters === 'string' ? /(?:^|\n)\s{0,20}num_ctx\s{1,40}(\d{3,8})/.exec(parameters) : null
  return set ? Number(set[1]) : null
}

async function lmStudioContext(context: CheckContext): Promise<number | null> {
  const answer = await getJson(context, `${rootOf(context)}/api/v0/models/${encodeURIComponent(context.choice.model)}`)
  return answer && numberIn(answer, ['loaded_context_length', 'max_context_length'])
}

async function llamaContext(context: CheckContext): Promise<number | null> {
  const props = await getJson(context, `${rootOf(context)}/props`)
  const settings = props?.['default_generation_settings']
  return isRecord(settings) ? numberIn(settings, ['n_ctx']) : null
}

function numberIn(value: Record<string, unknown>, fields: string[]): number | null {
  const found = fields.map((field) => value[field]).find((one) => typeof one === 'number' && one > 0)
  return typeof found === 'number' ? found : null
}
