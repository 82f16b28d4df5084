import { StartError } from '../lib/errors.ts'
import { readOptions, required } from './read-options.ts'

const options = { server: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

export const mcpHelp = `Let a model of another program ask Parlance, over standard input and output.

  npm run -s mcp -- [options]

  --server URL  the server to ask (default: http://localhost:8000)
  --help        show this help

The API token is read from PARLANCE_TOKEN.`

/** @returns null if help was requested. @throws StartError on one line for arguments that it doesn't understand */
export function parseMcpArguments(argv: string[]): { server: string } | null {
  const { values, positionals } = readOptions(argv, options)
  if (values.help === true) return null
  if (positionals.length > 0) throw new StartError('The command takes only options. Use --help to list them.')
  const server = required(values.server, '--server') ?? 'http://localhost:8000'
  if (!URL.canParse(server)) throw new StartError('--server needs an address, such as https://parlance.example.com.')
  return { server }
}
