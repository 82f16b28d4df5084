import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { visualizationQuery } from '../../../api/settings.ts'
import { onImport } from './import-messages.ts'
import { keep, readKept, type KeptPayload } from './kept-payload.ts'
import { isSamePayload, type ReadPayload } from './read-payload.ts'

/**
 * The payload of this tab, from the address, the chat's note, or a message from this or the configured origin. The
 * first payload stays: a later message can only prove that this browser's chat sent the same one.
 */
export function usePayload() {
  const client = useQueryClient()
  const [kept, setKept] = useState<KeptPayload | null>(() => readKept())
  useEffect(() => {
    const accept = (received: ReadPayload, isOwn: boolean) => {
      const current = readKept()
      if (current !== null && !('payload' in received)) return
      if (current !== null && 'payload' in current.received) {
        const isSame = 'payload' in received && isSamePayload(current.received.payload, received.payload)
        if (!isSame || current.agreed || !isOwn) return
      }
      setKept(keep(received, { agreed: isOwn && 'payload' in received }))
    }
    return onImport(({ origin, received }) => {
      if (origin === window.location.origin) accept(received, true)
      else void isConfigured(client, origin).then((allowed) => (allowed ? accept(received, false) : undefined))
    })
  }, [client])
  const agree = () => {
    if (kept !== null) setKept(keep(kept.received, { agreed: true }))
  }
  return { kept, agree }
}

/** Whether the administrator configured this origin for visualization. */
async function isConfigured(client: QueryClient, origin: string): Promise<boolean> {
  const configured = await client.ensureQueryData(visualizationQuery).catch(() => null)
  return configured !== null && URL.parse(configured.server_url, window.location.origin)?.origin === origin
}
