import { createParlance, ParlanceError, type Parlance } from '@parlance/client/source'
import { remoteToken } from '../config/config.ts'
import { StartError } from '../lib/errors.ts'

/** A client of another server with the API token of the environment. @throws StartError without a token */
export function remoteServer(server: string, environment?: NodeJS.ProcessEnv): Parlance {
  const token = remoteToken(environment)
  if (token === null) {
    throw new StartError(
      'Set PARLANCE_TOKEN to an API token of the server. You create one in its settings, in Profile.',
    )
  }
  return createParlance({ server, token })
}

/** Says in one line what failed at another server. */
export function remoteFailure(server: string, error: unknown): string {
  if (error instanceof ParlanceError) return error.message
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `Could not reach ${server}${cause}. Check the address, and whether the server is running.`
}
