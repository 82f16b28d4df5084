import { joinMessages, message, type Message } from '@parlance/contract'
import { DriverError } from '../contract.ts'

/** Refuses a statement that isn't a single query. The reason is a whole sentence. */
export function singleSelectOnly(engine: string, reason: Message): DriverError {
  const rule = message('Only a single SELECT can run on {engine}.', { engine })
  return new DriverError('unsupported', joinMessages([rule, reason]))
}
