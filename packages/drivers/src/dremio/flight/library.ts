import type * as Arrow from 'apache-arrow'
import type * as Grpc from '@grpc/grpc-js'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { zstdDecompressSync } from 'node:zlib'
import { loadLibrary } from '../../library.ts'

/** Maximum size of one decompressed part of a batch. */
const largestPartBytes = 128 * 1024 * 1024
/** How long a server may take to confirm that it speaks HTTP/2. */
const greetingTimeoutMs = 10_000

const require = createRequire(import.meta.url)
let isAdapted = false

export interface FlightLibraries {
  grpc: typeof Grpc
  arrow: typeof Arrow
}

/**
 * Loads both client libraries on first use.
 * @throws DriverError unsupported, with the command that installs what is missing
 */
export async function loadFlight(): Promise<FlightLibraries> {
  const grpc = await loadLibrary('@grpc/grpc-js', async () => await import('@grpc/grpc-js'))
  adaptTransport()
  const arrow = await loadLibrary('apache-arrow', async () => await import('apache-arrow'))
  if (!arrow.compressionRegistry.get(arrow.CompressionType.ZSTD)) {
    const decode = (data: Uint8Array) => zstdDecompressSync(data, { maxOutputLength: largestPartBytes })
    arrow.compressionRegistry.set(arrow.CompressionType.ZSTD, { decode })
  }
  return { grpc, arrow }
}

interface ConnectorClass {
  prototype: {
    createSession: (this: unknown, opened: { socket: Socket }, ...rest: unknown[]) => Promise<unknown>
  }
}

/** The library waits forever for a greeting, and leaves the socket open if its client was closed meanwhile. */
function adaptTransport(): void {
  if (isAdapted) return
  isAdapted = true
  const library = require('@grpc/grpc-js/build/src/transport.js') as { Http2SubchannelConnector: ConnectorClass }
  const { prototype } = library.Http2SubchannelConnector
  const { createSession } = prototype
  prototype.createSession = async function (opened, ...rest) {
    const timer = setTimeout(() => opened.socket.destroy(), greetingTimeoutMs)
    try {
      return await createSession.call(this, opened, ...rest)
    } finally {
      clearTimeout(timer)
    }
  }
}
