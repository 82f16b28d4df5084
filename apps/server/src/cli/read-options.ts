import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { providerIds, type ProviderId } from '@parlance/contract'
import { StartError } from '../lib/errors.ts'

/** The model that a command calls. */
export interface ModelArguments {
  provider: ProviderId | null
  model: string | null
  baseUrl: string | null
}

/** The options of commands that call a model. */
export const modelOptions = {
  provider: { type: 'string' },
  model: { type: 'string' },
  'base-url': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

/** @throws StartError on one line for options that Node.js doesn't understand */
export function readOptions<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    const words = error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'The options are not valid'
    throw new StartError(`${words.replace(/\.$/, '')}. Use --help to list the options.`, { cause: error })
  }
}

/** @throws StartError for an unknown provider or an option without a value */
export function modelArguments(values: {
  provider?: string | undefined
  model?: string | undefined
  'base-url'?: string | undefined
}): ModelArguments {
  return {
    provider: providerOf(values.provider),
    model: required(values.model, '--model'),
    baseUrl: required(values['base-url'], '--base-url'),
  }
}

/** @throws StartError for an option without a value */
export function required(value: string | undefined, name: string): string | null {
  if (value === undefined) return null
  if (value.trim() === '') throw new StartError(`${name} needs a value. Use --help to list the options.`)
  return value.trim()
}

function providerOf(value: string | undefined): ProviderId | null {
  if (value === undefined) return null
  const known = providerIds.find((id) => id === value)
  if (!known) throw new StartError(`Unknown provider ${value}. Choose one of: ${providerIds.join(', ')}.`)
  return known
}
