import type { Connection, Driver } from '../../contract.ts'
import type { EngineSession } from '../engine.ts'

/** The inputs of each test of the suite, with a new connection. */
export interface SuiteContext {
  driver: Driver
  session: EngineSession
  connection: Connection
}

/** Adds a test; an engine can skip it by its title. */
export type Check = (title: string, run: (context: SuiteContext) => Promise<void>) => void
