import type { Connection, Driver } from '../../contract.ts'
import type { EngineSession } from '../engine.ts'

/** What each test of the suite works on; the connection is a new one. */
export interface SuiteContext {
  driver: Driver
  session: EngineSession
  connection: Connection
}

/** Adds a test; an engine skips it by its title. */
export type Check = (title: string, run: (context: SuiteContext) => Promise<void>) => void
