import { message, type Message } from '@parlance/contract'

/** The program that serves a model at an own address, as far as it can be told. */
export type ServerKind = 'ollama' | 'vllm' | 'lm-studio' | 'llama-cpp' | 'other'

const owners: Record<string, ServerKind> = {
  library: 'ollama',
  vllm: 'vllm',
  organization_owner: 'lm-studio',
  llamacpp: 'llama-cpp',
}

/** Tells the server by what its list of models says about their owner. */
export function serverOf(entries: Record<string, unknown>[]): ServerKind {
  return entries.map(({ owned_by: owner }) => owners[String(owner)]).find((kind) => kind !== undefined) ?? 'other'
}

/** How to make the server call tools. */
export function toolAdvice(server: ServerKind): Message {
  switch (server) {
    case 'ollama':
      return message('For tool calls, choose a model with the tag “tools” in the library of Ollama.')
    case 'vllm':
      return message(
        'For tool calls, start vLLM with --enable-auto-tool-choice and the --tool-call-parser of the model.',
      )
    case 'lm-studio':
      return message('For tool calls, choose a model with the tool use badge in LM Studio.')
    case 'llama-cpp':
      return message('For tool calls, start llama-server with --jinja.')
    case 'other':
      return message('For tool calls, choose a model that supports them, and turn them on in its server.')
  }
}

/** How to give a model of the server a longer context. */
export function contextAdvice(server: ServerKind, model: string): Message {
  switch (server) {
    case 'ollama':
      return message(
        'Start Ollama with OLLAMA_CONTEXT_LENGTH=16384, or set PARAMETER num_ctx 16384 in a Modelfile of {model}.',
        { model },
      )
    case 'vllm':
      return message('Start vLLM with --max-model-len 16384 or more.')
    case 'lm-studio':
      return message('In LM Studio, load {model} with a context length of 16384 or more.', { model })
    case 'llama-cpp':
      return message('Start llama-server with --ctx-size 16384 or more. Several slots share it.')
    case 'other':
      return message('Give the model a context of 16,384 tokens or more in the settings of its server.')
  }
}
