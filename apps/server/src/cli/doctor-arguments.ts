import { providerIds } from '@parlance/contract'
import { StartError } from '../lib/errors.ts'
import { modelArguments, modelOptions, readOptions, type ModelArguments } from './read-options.ts'

export interface DoctorArguments extends ModelArguments {
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
  const { values, positionals } = readOptions(argv, modelOptions)
  if (values.help) return null
  if (positionals.length !== 1 || positionals[0] !== 'model')
    throw new StartError('Name what to check: npm run doctor -- model. Use --help to list the options.')
  return {
    ...modelArguments(values),
    json: values.json ?? false,
  }
}
