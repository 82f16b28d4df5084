import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer } from '../features/mcp/server.ts'
import { StartError } from '../lib/errors.ts'
import { mcpHelp, parseMcpArguments } from './mcp-arguments.ts'
import { remoteFailure, remoteServer } from './remote-server.ts'

// Standard output belongs to the protocol.
const print = (text: string): void => void process.stderr.write(`${text}\n`)

/** Serves the command line's server as an MCP server. Sets the exit status of the process. */
export function run(): void {
  try {
    const options = parseMcpArguments(process.argv.slice(2))
    if (options === null) print(mcpHelp)
    else serve(options.server)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    print(error.message)
    process.exitCode = 1
  }
}

/** Serves until the client closes standard input. */
function serve(server: string): void {
  const parlance = remoteServer(server)
  const onDefect = (error: unknown): string => {
    const text = remoteFailure(server, error)
    print(text)
    return text
  }
  serveStdio(() => createMcpServer(parlance, { onDefect }), { onerror: (error) => print(error.message) })
}
