import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** The cells of a row that pg parses. */
export interface DataRow {
  fields: (string | null)[]
}

export interface FieldDescription {
  name: string
  dataTypeID: number
}

/** The parts of pg that a statement of the extended protocol needs and the typings lack. */
export interface Wire {
  stream: Socket
  /** Makes pg parse what a stream receives. */
  attachListeners: (stream: Pick<EventEmitter, 'on' | 'once'>) => void
  parse: (message: { text: string }) => void
  bind: (message: { values: (string | null)[] }) => void
  describe: (message: { type: 'P'; name: '' }) => void
  execute: (message: { portal: ''; rows: 0 }) => void
  flush: () => void
  sync: () => void
  once: (event: 'noData', listener: () => void) => void
  removeListener: (event: 'noData', listener: () => void) => void
}
