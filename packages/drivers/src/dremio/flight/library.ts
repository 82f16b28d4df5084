import type * as Arrow from 'apache-arrow'
import type * as Grpc from '@grpc/grpc-js'
import { zstdDecompressSync } from 'node:zlib'
import { loadLibrary } from '../../library.ts'

/** The most that one compressed part of a batch may become. */
const largestPartBytes = 128 * 1024 * 1024

export interface FlightLibraries {
  grpc: typeof Grpc
  arrow: typeof Arrow
}

/**
 * Loads both client libraries when they are first needed.
 * @throws DriverError unsupported, with the command that adds what is missing
 */
export async function loadFlight(): Promise<FlightLibraries> {
  const grpc = await loadLibrary('@grpc/grpc-js', async () => await import('@grpc/grpc-js'))
  const arrow = await loadLibrary('apache-arrow', async () => await import('apache-arrow'))
  if (!arrow.compressionRegistry.get(arrow.CompressionType.ZSTD)) {
    const decode = (data: Uint8Array) => zstdDecompressSync(data, { maxOutputLength: largestPartBytes })
    arrow.compressionRegistry.set(arrow.CompressionType.ZSTD, { decode })
  }
  return { grpc, arrow }
}
