import { placeOf } from '../features/mcp/places.ts'
import { StartError } from '../lib/errors.ts'
import type { AskArguments } from './ask-arguments.ts'
import type { PrintedAnswer } from './ask-output.ts'
import type { AskProcess } from './ask-process.ts'
import { remoteFailure, remoteServer } from './remote-server.ts'

interface ServerQuestion extends Pick<AskArguments, 'question' | 'database' | 'area' | 'provider'> {
  server: string
}

/** Asks another server. @throws StartError with one line for the user */
export async function askServer(
  { server, question, database, area, provider }: ServerQuestion,
  { environment, signal }: Pick<AskProcess, 'environment' | 'signal'>,
): Promise<PrintedAnswer> {
  const started = performance.now()
  const parlance = remoteServer(server, environment)
  try {
    const place = await placeOf(parlance, { area: area ?? undefined, database: database ?? undefined })
    const options = { ...place, ...(provider === 'builtin' && { answerWith: provider }), signal }
    const answer = await parlance.ask(question, options)
    return {
      ...answer,
      question,
      isUnderstood: answer.sql !== null,
      definitions: [],
      provider: 'server',
      ms: Math.round(performance.now() - started),
    }
  } catch (error) {
    throw new StartError(remoteFailure(server, error), { cause: error })
  }
}
