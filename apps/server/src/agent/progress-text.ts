import { message, type Message } from '@parlance/contract'
import { correctionLimit } from './correct.ts'

/** Where a turn is before one of its model calls. */
export interface Progress {
  /** The number of the call; 1 is the first. */
  call: number
  /** Queries that failed so far. */
  failures: number
  /** Whether there is a result, and whether nothing speaks against it. */
  hasResult: boolean
  isGood: boolean
  model: string
}

/** What the user sees while the model is asked. */
export function progressText({ call, failures, hasResult, isGood, model }: Progress): Message {
  if (isGood) return message('Reading the result')
  if (hasResult) return message('Checking the result')
  if (failures > 0)
    return message('Correcting the query (attempt {n} of {limit})', {
      n: Math.min(failures, correctionLimit),
      limit: correctionLimit,
    })
  return call === 1 ? message('Asking {model}', { model }) : message('Taking a closer look at the schema')
}
