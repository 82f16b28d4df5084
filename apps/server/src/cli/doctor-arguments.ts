import { parseArgs } from 'node:util'
import { providerIds, type ProviderId } from '@parlance/contract'
import { StartError } from '../lib/errors.ts'
import { parseError, providerOf, required } from './ask-arguments.ts'

export interface DoctorArguments {
  provider: ProviderId | null
  model: string | null
  baseUrl: string | null
  json: boolean
}

export const doctorHelp = `Check everything about a model that matters for questions.

  npm run doctor -- model [options]

  --provider ID   ${providerIds.filter((id) => id !== 'builtin').join(', ')} (default: the model of the installation)
  --model ID      a model of the provider; its API key is read from GEMINI_API_KEY, OPENAI_API_KEY,
                  ANTHROPIC_API_KEY, or OPENAI_COMPATIBLE_API_KEY, or else from the installation
  --base-url URL  the server for openai-compatible (or OPENAI_COMPATIBLE_BASE_URL)
  --json          print one JSON object at the end
  --help          show this help

Exit status: 0 all checks passed, 1 a check failed or the model is not configured, 2 wrong use.`

/**
 * @returns null if help was requested
 * @throws StartError on one line for arguments that it doesn't understand
 */
export function parseDoctorArguments(argv: string[]): DoctorArguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  if (positionals.length !== 1 || positionals[0] !== 'model')
    throw new StartError('Name what to check: npm run doctor -- model. Use --help to list the options.')
  return {
    provider: providerOf(values.provider),
    model: required(values.model, '--model'),
    baseUrl: required(values['base-url'], '--base-url'),
    json: values.json ?? false,
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        provider: { type: 'string' },
        model: { type: 'string' },
        'base-url': { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw parseError(error)
  }
}
