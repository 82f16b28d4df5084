import { Session } from 'node:inspector/promises'

/** A full collection, after which V8 returns its unused pages. On its own it would keep them for more garbage. */
export async function returnMemory(): Promise<void> {
  const inspector = new Session()
  inspector.connect()
  try {
    await inspector.post('HeapProfiler.collectGarbage')
  } finally {
    inspector.disconnect()
  }
}
