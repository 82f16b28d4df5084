import { parseArgs } from 'node:util'
import { providerIds, questionMaxLength, type ProviderId } from '@parlance/contract'
import { StartError } from '../lib/errors.ts'

export interface AskArguments {
  question: string
  /** A SQLite file or the name of a connection; null for the selected one. */
  database: string | null
  json: boolean
  sqlOnly: boolean
  provider: ProviderId | null
  model: string | null
  baseUrl: string | null
  /** A business area of the connection; null for the user's default one. */
  area: string | null
  /** The email address of the user to act as; null for the first administrator. */
  as: string | null
}

export const askHelp = `Ask a database in plain language.

  npm run ask -- "question" [options]

  --database FILE_OR_NAME  a SQLite file, or a connection's name (default: the selected connection)
  --area NAME              a business area of the connection (default: your default one)
  --json                   print one JSON object: question, sql, columns, rows, text, understood, provider, ms
  --sql-only               print only the SQL
  --provider ID            ${providerIds.join(', ')}
  --model ID               a model of the provider; its API key is read from GEMINI_API_KEY, OPENAI_API_KEY,
                           ANTHROPIC_API_KEY, or OPENAI_COMPATIBLE_API_KEY
  --base-url URL           the server for openai-compatible (or OPENAI_COMPATIBLE_BASE_URL)
  --as EMAIL               ask as this user, under this user's rules (default: the first administrator)
  --help                   show this help

Exit status: 0 answered, 1 error, 2 not understood.`

/**
 * @returns null if help was requested
 * @throws StartError on one line for arguments that it doesn't understand
 */
export function parseAskArguments(argv: string[]): AskArguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  const question = positionals.join(' ').trim()
  if (question === '')
    throw new StartError('The question is empty. Try: npm run ask -- "How many customers are there?"')
  if (question.length > questionMaxLength) {
    throw new StartError(`The question is too long. Shorten it to ${questionMaxLength} characters or fewer.`)
  }
  return {
    question,
    database: required(values.database, '--database'),
    json: values.json ?? false,
    sqlOnly: values['sql-only'] ?? false,
    provider: providerOf(values.provider),
    model: required(values.model, '--model'),
    baseUrl: required(values['base-url'], '--base-url'),
    area: required(values.area, '--area'),
    as: required(values.as, '--as'),
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        database: { type: 'string' },
        json: { type: 'boolean' },
        'sql-only': { type: 'boolean' },
        provider: { type: 'string' },
        model: { type: 'string' },
        'base-url': { type: 'string' },
        area: { type: 'string' },
        as: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw parseError(error)
  }
}

/** Describes options that Node.js doesn't understand on one line. */
export function parseError(error: unknown): StartError {
  const words = error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'The options are not valid'
  return new StartError(`${words.replace(/\.$/, '')}. Use --help to list the options.`, { cause: error })
}

/** @throws StartError for an option without a value */
export function required(value: string | undefined, name: string): string | null {
  if (value === undefined) return null
  if (value.trim() === '') throw new StartError(`${name} needs a value. Use --help to list the options.`)
  return value.trim()
}

/** @throws StartError for an unknown provider */
export function providerOf(value: string | undefined): ProviderId | null {
  if (value === undefined) return null
  const known = providerIds.find((id) => id === value)
  if (!known) throw new StartError(`Unknown provider ${value}. Choose one of: ${providerIds.join(', ')}.`)
  return known
}
