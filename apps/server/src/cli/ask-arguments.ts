import { providerIds, questionMaxLength } from '@parlance/contract'
import { StartError } from '../lib/errors.ts'
import { modelArguments, modelOptions, readOptions, required, type ModelArguments } from './read-options.ts'

const options = {
  ...modelOptions,
  database: { type: 'string' },
  'sql-only': { type: 'boolean' },
  area: { type: 'string' },
  as: { type: 'string' },
  server: { type: 'string' },
} as const

export interface AskArguments extends ModelArguments {
  question: string
  /** A SQLite file or the name of a connection; null for the selected one. */
  database: string | null
  json: boolean
  sqlOnly: boolean
  /** A business area of the connection; null for the user's default one. */
  area: string | null
  /** The email address of the user to act as; null for the first administrator. */
  as: string | null
  /** The address of another server to ask, with the API token of the environment; null to ask here. */
  server: string | null
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
  --server URL             ask another server; its API token is read from PARLANCE_TOKEN
  --help                   show this help

Exit status: 0 answered, 1 error, 2 not understood.`

/**
 * @returns null if help was requested
 * @throws StartError on one line for arguments that it doesn't understand
 */
export function parseAskArguments(argv: string[]): AskArguments | null {
  const { values, positionals } = readOptions(argv, options)
  if (values.help) return null
  const question = positionals.join(' ').trim()
  if (question === '')
    throw new StartError('The question is empty. Try: npm run ask -- "How many customers are there?"')
  if (question.length > questionMaxLength) {
    throw new StartError(`The question is too long. Shorten it to ${questionMaxLength} characters or fewer.`)
  }
  const asked = {
    question,
    database: required(values.database, '--database'),
    json: values.json ?? false,
    sqlOnly: values['sql-only'] ?? false,
    ...modelArguments(values),
    area: required(values.area, '--area'),
    as: required(values.as, '--as'),
    server: required(values.server, '--server'),
  }
  if (asked.server !== null) assertFitsServer(asked)
  return asked
}

/** Another server has its own users and models. @throws StartError */
function assertFitsServer({ server, as, provider, model, baseUrl }: AskArguments): void {
  if (server === null || !URL.canParse(server))
    throw new StartError('--server needs an address, such as https://parlance.example.com.')
  if (as !== null) throw new StartError('--as does not work with --server. The API token says who asks.')
  if (model !== null || baseUrl !== null || (provider !== null && provider !== 'builtin'))
    throw new StartError('With --server, the server chooses the model. Only --provider builtin works.')
}
