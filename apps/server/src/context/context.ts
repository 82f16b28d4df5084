import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Keys } from '../secrets/keys.ts'
import type { Store } from '../store/store.ts'

/** The dependencies of every service. No service accesses the environment, the clock, or the disk in any other way. */
export interface AppContext {
  config: Config
  keys: Keys
  store: Store
  /** The current moment; tests set it. */
  now: () => Date
  log: FastifyBaseLogger
  /** Writes to standard output, bypassing the log; tests collect it. */
  print: (text: string) => void
}
