import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { visualizationQuery } from '../../../api/settings.ts'
import { keep, readKept, type KeptPayload } from './kept-payload.ts'
import { isSamePayload, readImportMessage, type ReadPayload } from './read-payload.ts'

/** Messages of the opener that are looked at; more of them are an attack or a mistake. */
const messageLimit = 20

/**
 * What this tab is to show, from the address, the chat's note, or the window that opened it. The first payload stays:
 * a later message can only prove that the chat of this browser sent that same one.
 */
export function usePayload() {
  const client = useQueryClient()
  const [kept, setKept] = useState<KeptPayload | null>(() => readKept())
  useEffect(() => {
    let looked = 0
    let current = readKept()
    const accept = (received: ReadPayload, isOwn: boolean) => {
      if (current !== null && !('payload' in received)) return
      if (current !== null && 'payload' in received) {
        const isSame = 'payload' in current.received && isSamePayload(current.received.payload, received.payload)
        if (!isSame || current.agreed || !isOwn) return
      }
      current = keep(received, { agreed: isOwn && 'payload' in received })
      setKept(current)
    }
    const handleMessage = (event: MessageEvent) => {
      // The window that opened this one, and no other: a frame or a stranger's tab can know this window as well.
      if (window.opener === null || event.source !== window.opener || looked >= messageLimit) return
      looked += 1
      const received = readImportMessage(event.data)
      if (received === null) return
      if (event.origin === window.location.origin) accept(received, true)
      else void isConfigured(client, event.origin).then((allowed) => (allowed ? accept(received, false) : undefined))
    }
    window.addEventListener('message', handleMessage)
    return () => window.removeEventListener('message', handleMessage)
  }, [client])
  const agree = () => {
    if (kept !== null) setKept(keep(kept.received, { agreed: true }))
  }
  return { kept, agree }
}

/** Whether an origin is the one that the administrator has named for visualization. */
async function isConfigured(client: QueryClient, origin: string): Promise<boolean> {
  const configured = await client.ensureQueryData(visualizationQuery).catch(() => null)
  return configured !== null && URL.parse(configured.server_url, window.location.origin)?.origin === origin
}
